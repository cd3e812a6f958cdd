/** What the analysis counts of each day; `analysis_kinds` of the database has the same. */
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

/** Days that are over, back from yesterday. */
export const analysisDays = ['7', '30', '90', '365'] as const
export const USUAL_ANALYSIS = '30'
