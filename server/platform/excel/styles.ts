import type { Language } from '#shared/text.ts'

/** Index of each cell format in the workbook's list. Texts have format "@", which nothing evaluates. */
export const style = { number: 0, header: 1, text: 2, quoted: 3, date: 4, instant: 5, whole: 6 } as const

/** Decimals that a column of numbers can be shown with: none to six. */
const decimals = [0, 1, 2, 3, 4, 5, 6]
/** Index of the format that shows `count` decimals; the value itself keeps all of them. */
export const styleOfDecimals = (count: number): number =>
  style.whole + 1 + Math.min(Math.max(Math.round(count), 0), decimals.length - 1)

const xf = (format: number, more = '') =>
  `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0"${format > 0 ? ' applyNumberFormat="1"' : ''}${more}/>`
const TEXT = 49
const THOUSANDS = 3
const DATE = 164
const INSTANT = 165
/** As written by `dayOf`. */
const dates: Record<Language, string> = { 'en-US': 'd\\ mmm\\ yyyy', 'zh-CN': 'yyyy\\-mm\\-dd' }
const DECIMALS = 166
const formatOf = (count: number) => `#,##0${count === 0 ? '' : `.${'0'.repeat(count)}`}`
const each = (part: (count: number) => string) => decimals.map(part).join('')

/** The styles part of a workbook. */
export const stylesIn = (
  language: Language,
): string => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<numFmts count="${2 + decimals.length}"><numFmt numFmtId="${DATE}" formatCode="${dates[language]}"/><numFmt numFmtId="${INSTANT}" formatCode="${dates[language]}\\ hh:mm:ss"/>${each(count => `<numFmt numFmtId="${DECIMALS + count}" formatCode="${formatOf(count)}"/>`)}</numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="${7 + decimals.length}">${xf(0)}<xf numFmtId="${TEXT}" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" quotePrefix="1"/>${xf(TEXT)}${xf(TEXT, ' quotePrefix="1"')}${xf(DATE)}${xf(INSTANT)}${xf(THOUSANDS)}${each(count => xf(DECIMALS + count))}</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`
