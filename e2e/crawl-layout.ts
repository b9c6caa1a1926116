/** A text of the page: a text node, which can be marked with its language, or an attribute, which cannot. */
export type PageText = { text: string; lang: string; from: 'text' | 'attribute'; where: string }
type PageInspection = {
  /** Language of the document. */ lang: string
  title: string
  errors: string[]
  texts: PageText[]
}

/**
 * Runs in the browser. Measures the layout of the page (horizontal overflow, cut-off texts, overlaps,
 * controls without an accessible name) and collects all of its texts for the check of languages.
 */
export function inspectPage(): PageInspection {
  const errors = new Set<string>()
  const texts: PageText[] = []
  const root = document.documentElement
  const width = root.clientWidth
  const nodes: { node: Text; element: Element; rects: DOMRect[] }[] = []
  // Elements that scroll sideways by design: wide tables of a tenant, code, strips of days and of types.
  const scroller = '[class*="overflow-x-auto"], .prose table, .prose pre, textarea'
  const controls =
    'button, summary, [role=button], [role=tab], [role=option], a[class*="inline-flex"], ' +
    'a[class*="flex"], label'

  const oneLine = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim()
  const nameOf = (element: Element) =>
    `<${element.tagName.toLowerCase()}${element.id ? ` id=${element.id}` : ''} ` +
    `class="${(element.getAttribute('class') ?? '').slice(0, 60)}"> ` +
    oneLine(element.textContent).slice(0, 60)
  const shown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  /** Visually hidden, for screen readers. */
  const isVisuallyHidden = (element: Element) => {
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      const { width: w, height: h } = at.getBoundingClientRect()
      if (w <= 1 && h <= 1 && getComputedStyle(at).overflow !== 'visible') return true
    }
    return false
  }
  const langOf = (element: Element) => element.closest('[lang]')?.getAttribute('lang') ?? ''
  const addText = (text: string | null, element: Element, from: PageText['from']) => {
    if (oneLine(text))
      texts.push({ text: oneLine(text), lang: langOf(element), from, where: nameOf(element) })
  }

  function gather(): void {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node instanceof Text; node = walker.nextNode()) {
      const element = node.parentElement
      if (!element || !node.data.trim() || element.closest('script, style, noscript, template, svg')) continue
      // The options of a closed select are not laid out, but are read.
      if (element.closest('select') ? !shown(element.closest('select') ?? element) : !shown(element)) continue
      addText(node.data, element, 'text')
      // A place of the day's grid is as high as it lasts: it shortens what its link, or the list, says whole.
      if (element.closest('select, .day-rows') || isVisuallyHidden(element)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      nodes.push({
        node,
        element,
        rects: [...range.getClientRects()].filter((rect) => rect.width > 1 && rect.height > 1),
      })
    }
    for (const element of document.querySelectorAll(
      '[aria-label], [aria-description], [aria-roledescription], [aria-valuetext], [placeholder], ' +
        '[alt], [title]',
    )) {
      if (!shown(element)) continue
      for (const name of [
        'aria-label',
        'aria-description',
        'aria-roledescription',
        'aria-valuetext',
        'placeholder',
        'alt',
        'title',
      ]) {
        const given = element.getAttribute(name)
        if (given !== null) addText(given, element, 'attribute')
        if (given !== null && name !== 'alt' && !oneLine(given))
          errors.add(`empty ${name}: ${nameOf(element)}`)
      }
    }
    for (const button of document.querySelectorAll('input[type=submit], input[type=button]'))
      addText(button.getAttribute('value'), button, 'attribute')
    addText(document.title, root, 'attribute')
  }

  /** Accessible name of an element; close enough to the browsers' algorithm to find elements without one. */
  function accessibleName(element: Element): string {
    const labels = [...((element as HTMLInputElement).labels ?? [])].map((label) => label.textContent)
    const referred = (element.getAttribute('aria-labelledby') ?? '')
      .split(/\s+/)
      .filter(Boolean)
      .map((id) => document.getElementById(id)?.textContent)
    const pictures = [...element.querySelectorAll('img[alt], [aria-label]')].map(
      (one) => one.getAttribute('alt') ?? one.getAttribute('aria-label'),
    )
    const own =
      element instanceof HTMLInputElement
        ? element.value
        : [...element.childNodes]
            .filter((one) => !(one instanceof Element) || one.getAttribute('aria-hidden') !== 'true')
            .map((one) => one.textContent)
            .join('')
    const input =
      element instanceof HTMLInputElement ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement
    const isButton = element instanceof HTMLInputElement && /^(submit|button|image)$/.test(element.type)
    return [
      element.getAttribute('aria-label'),
      ...referred,
      ...labels,
      ...(input && !isButton ? [] : [own, ...pictures]),
      element.getAttribute('title'),
    ]
      .map((one) => oneLine(one ?? ''))
      .join('')
  }

  function findMissing(): void {
    if (!oneLine(document.title)) errors.add('no title')
    const named =
      'button, a[href], [role=button], h1, h2, h3, h4, h5, h6, label, legend, summary, th, figcaption, ' +
      'dialog, [role=dialog], [role=region], nav, input:not([type=hidden]), select, textarea, iframe'
    for (const element of document.querySelectorAll(named)) {
      // A control only for pointers, beside one that everybody can use.
      const isPointerOnly =
        element.closest('[aria-hidden=true]') !== null && element.getAttribute('tabindex') === '-1'
      if (shown(element) && !isPointerOnly && !accessibleName(element))
        errors.add(`says nothing: ${element.outerHTML.slice(0, 160)}`)
    }
    for (const image of document.querySelectorAll('img:not([alt])'))
      if (shown(image)) errors.add(`picture without a word: ${image.outerHTML.slice(0, 160)}`)
  }

  function findOverflow(): void {
    if (root.scrollWidth > width) errors.add(`the page is ${root.scrollWidth} px wide`)
    for (const element of document.body.querySelectorAll('*')) {
      if (!shown(element) || (element.closest('svg') !== null && element.tagName !== 'svg')) continue
      const style = getComputedStyle(element)
      const box = element.getBoundingClientRect()
      if (box.width <= 1 || box.height <= 1) continue
      if (
        /auto|scroll/.test(style.overflowX) &&
        element.scrollWidth > element.clientWidth + 1 &&
        !element.matches(scroller)
      )
        errors.add(`has to be scrolled sideways: ${nameOf(element)}`)
      if (
        (box.right > width + 1 || box.left < -1) &&
        !within(element, scroller) &&
        !clipped(element) &&
        !isVisuallyHidden(element)
      )
        errors.add(
          `leaves the page (${Math.round(box.left)} to ${Math.round(box.right)}): ${nameOf(element)}`,
        )
    }
  }

  const within = (element: Element, selector: string) => element.parentElement?.closest(selector) != null
  /**
   * Whether an ancestor clips the element: a picture may be larger than its frame. Clipped texts have their
   * own check.
   */
  function clipped(element: Element): boolean {
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
      if (/hidden|clip|auto|scroll/.test(getComputedStyle(at).overflowX)) return true
    return false
  }

  function findCutText(): void {
    for (const { element, rects } of nodes) {
      const slack = parseFloat(getComputedStyle(element).fontSize) * 0.35
      for (const rect of rects) {
        if (
          (rect.right > width + 1 || rect.left < -1) &&
          !element.closest(scroller) &&
          !within(element, scroller)
        )
          errors.add(`text leaves the page: ${nameOf(element)}`)
        cutAbove(element, rect, slack)
        const holder = blockOf(element)
        const box = holder.getBoundingClientRect()
        if (rect.right > box.right + 1.5 || rect.left < box.left - 1.5)
          errors.add(`text leaves its box: ${nameOf(holder)}`)
      }
    }
    // The native select of dial codes is there until the script replaces it with a combobox of the same size.
    for (const field of document.querySelectorAll(
      'select:not([autocomplete=tel-country-code]), input[placeholder]',
    ))
      if (shown(field) && !isVisuallyHidden(field))
        findCutChoice(field as HTMLSelectElement | HTMLInputElement)
  }

  function blockOf(element: Element): Element {
    let at = element
    while (at.parentElement && /^(inline|contents)$/.test(getComputedStyle(at).display)) at = at.parentElement
    return at
  }

  /** Whether an ancestor cuts off a text; inside a scroller only beyond the scrollable area. */
  function cutAbove(element: Element, rect: DOMRect, slack: number): void {
    let [sideways, downwards] = [true, true]
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at)
      const box = at.getBoundingClientRect()
      if (/auto|scroll/.test(overflowX)) sideways = false
      if (/auto|scroll/.test(overflowY)) downwards = false
      if (
        sideways &&
        /hidden|clip/.test(overflowX) &&
        (rect.right > box.right + 1 || rect.left < box.left - 1)
      )
        errors.add(`text is cut off at the side by ${nameOf(at)}`)
      if (
        downwards &&
        /hidden|clip/.test(overflowY) &&
        (rect.bottom > box.bottom + slack || rect.top < box.top - slack)
      )
        errors.add(`text is cut off below by ${nameOf(at)}`)
    }
  }

  /** Browsers clip the chosen option of a select and a placeholder without reporting an overflow. */
  function findCutChoice(field: HTMLSelectElement | HTMLInputElement): void {
    const style = getComputedStyle(field)
    const canvas = document.createElement('canvas').getContext('2d')
    const text =
      field instanceof HTMLSelectElement
        ? field.selectedOptions[0]?.text
        : field.value
          ? ''
          : field.placeholder
    if (!canvas || !text) return
    canvas.font = style.font
    const arrow = field instanceof HTMLSelectElement && style.appearance !== 'none' ? 20 : 0
    const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow
    if (canvas.measureText(text).width > room + 1) errors.add(`"${text}" does not fit: ${nameOf(field)}`)
  }

  function findCrowded(): void {
    for (const { element, rects } of nodes) {
      const control = element.closest(controls)
      if (!control || getComputedStyle(control).display === 'inline') continue
      const box = control.getBoundingClientRect()
      const slack = parseFloat(getComputedStyle(element).fontSize) * 0.35
      if (
        rects.some(
          (rect) =>
            rect.left < box.left - 1 ||
            rect.right > box.right + 1 ||
            rect.top < box.top - slack ||
            rect.bottom > box.bottom + slack,
        )
      )
        errors.add(`text leaves its button: ${nameOf(control)}`)
    }
    // Fixed and overlaid elements cover texts on purpose, and what scrolls by itself is clipped; two texts in
    // the normal flow never overlap.
    const scrolls = (at: Element) => {
      const { overflowX, overflowY } = getComputedStyle(at)
      const down = /auto|scroll/.test(overflowY) && at.scrollHeight > at.clientHeight
      return down || (/auto|scroll/.test(overflowX) && at.scrollWidth > at.clientWidth)
    }
    const loose = (element: Element) => {
      for (let at: Element | null = element; at; at = at.parentElement)
        if (
          scrolls(at) ||
          /fixed|sticky/.test(getComputedStyle(at).position) ||
          at.matches('dialog, [popover], [role=listbox]')
        )
          return at
      return document.body
    }
    const all = nodes
      .flatMap(({ node, element, rects }) => {
        const layer = loose(element)
        return rects.map((rect) => ({ node, element, layer, rect }))
      })
      .toSorted((a, b) => a.rect.top - b.rect.top)
    for (const [index, one] of all.entries()) {
      for (let next = index + 1; next < all.length; next += 1) {
        const other = all[next]
        if (!other || other.rect.top > one.rect.bottom) break
        if (other.node === one.node || other.layer !== one.layer) continue
        const across = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left)
        const down = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top)
        if (across > 2 && down > Math.min(one.rect.height, other.rect.height) * 0.45)
          errors.add(`text on text: ${nameOf(one.element)} and ${nameOf(other.element)}`)
      }
    }
  }

  gather()
  findMissing()
  findOverflow()
  findCutText()
  findCrowded()
  return { lang: root.lang, title: document.title, errors: [...errors], texts }
}
