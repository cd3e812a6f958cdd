import type { Page } from '@playwright/test'

/** The smallest text. CSS px */
const LEAST = 11

/**
 * Every text on a page that is smaller than the smallest, as "what it says (where): how large". A drawing is measured as it is
 * shown, however its own coordinates run; a wall as it is before it is fitted into its window.
 */
export const tooFine = (page: Page): Promise<string[]> =>
  page.evaluate(least => {
    const said = (element: Element) =>
      [...element.childNodes]
        .filter(node => node.nodeType === Node.TEXT_NODE)
        .map(node => node.textContent?.trim() ?? '')
        .join(' ')
        .trim()
    const scaleOf = (element: Element) => {
      const turned = element instanceof SVGGraphicsElement ? element.getScreenCTM() : null
      return turned ? Math.hypot(turned.c, turned.d) / element.currentCSSZoom : 1
    }
    const seen = [...document.body.querySelectorAll('*')].filter(
      element =>
        said(element) !== '' &&
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !element.closest('.visually-hidden, style, script'),
    )
    const found = seen.flatMap(element => {
      const size = Number.parseFloat(getComputedStyle(element).fontSize) * scaleOf(element)
      if (size >= least - 0.05) return []
      const place = [element, element.parentElement]
        .map(each => each && `${each.tagName.toLowerCase()}.${each.getAttribute('class') ?? ''}`)
        .join(' in ')
      return [`${said(element).slice(0, 30)} (${place}): ${size.toFixed(2)}`]
    })
    return [...new Set(found)]
  }, LEAST)
