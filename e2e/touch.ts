import type { Page } from '@playwright/test'

/** What a thumb needs. CSS px */
const THUMB = 44

/**
 * Everything on a page that is pressed and smaller than a thumb, as "what it is, how large". What counts is where a tap
 * lands: an element enlarged by its label or by an invisible edge is as large as that. Links within a sentence are text.
 */
export const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate(least => {
    const PRESSED =
      'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=switch], [role=checkbox], [role=radio], [role=menuitem], [role=slider]'
    const half = least / 2 - 1
    const isWithin = (element: Element) => {
      const parent = element.parentElement
      return (
        getComputedStyle(element).display === 'inline' &&
        (parent?.textContent?.trim().length ?? 0) > (element.textContent?.trim().length ?? 0)
      )
    }
    const sizeOf = (element: HTMLElement) => {
      const frame = element.closest('label, .ant-select, .ant-input-affix-wrapper')
      const { width, height } = (frame ?? stretched(element)).getBoundingClientRect()
      return { width, height }
    }
    /** What an element fills whose invisible edge stretches over its row or card. */
    const stretched = (element: HTMLElement): Element => {
      const edge = getComputedStyle(element, '::after')
      const isStretched =
        edge.content !== 'none' &&
        edge.position === 'absolute' &&
        [edge.top, edge.bottom, edge.left, edge.right].every(side => Number.parseFloat(side) <= 0)
      let filled: Element | null = isStretched ? element : null
      while (filled && getComputedStyle(filled).position === 'static') filled = filled.parentElement
      return filled ?? element
    }
    const lands = (element: Element) => {
      element.scrollIntoView({ block: 'center', inline: 'center' })
      const { left, top, width, height } = element.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const hits = (dx: number, dy: number) => {
        const there = document.elementFromPoint(x + dx, y + dy)
        if (!there) return true
        const frame = element.closest('.ant-select, .ant-input-affix-wrapper, .ant-picker')
        return (
          element.contains(there) || frame?.contains(there) || there.closest('label')?.control === element
        )
      }
      const isWide = width >= least - 1 || (hits(-half, 0) && hits(half, 0))
      const isHigh = height >= least - 1 || (hits(0, -half) && hits(0, half))
      return isWide && isHigh
    }
    const seen = [...document.querySelectorAll<HTMLElement>(PRESSED)].filter(
      element =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !element.closest('.visually-hidden, [aria-hidden=true], [inert]') &&
        !element.matches(':disabled, [type=hidden], [aria-disabled=true]') &&
        element.getBoundingClientRect().width > 1 &&
        !isWithin(element),
    )
    return seen.flatMap(element => {
      const { width, height } = sizeOf(element)
      if ((width >= least - 1 && height >= least - 1) || lands(element)) return []
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''
      const place = [element, element.parentElement]
        .map(each => each && `${each.tagName.toLowerCase()}.${each.className}`)
        .join(' in ')
      return [`${name.slice(0, 30)} (${place}): ${Math.round(width)} × ${Math.round(height)}`]
    })
  }, THUMB)
