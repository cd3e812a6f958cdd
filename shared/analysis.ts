/** What the analysis counts each day; the same as `analysis_kinds` in the database. */
export const analysisKinds = [
  'customer',
  'device',
  'alarm',
  'cause',
  'question',
  'repair',
  'inquiry',
  'order',
  'amount',
  'good',
  'article',
  'screen',
] as const
export type AnalysisKind = (typeof analysisKinds)[number]

/** Numbers of full days, back from yesterday. */
export const analysisDays = ['7', '30', '90', '365'] as const
export const USUAL_ANALYSIS = '30'
