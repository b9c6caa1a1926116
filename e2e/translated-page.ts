/**
 * Runs in the browser before a page: does to its texts what the page translation of Chrome and Edge does, now
 * and after every change. Each text is replaced by another one in two `<font>` elements; the text that React
 * knows is in the page no longer. Reports texts of React beside other nodes, since React cannot remove them
 * or change what is seen of them, nor insert anything before them.
 */
export function translatePage(): void {
  if (window !== top) return
  const has = (node: Node, key: string) => Object.keys(node).some((name) => name.startsWith(key))
  const waiting = new Set<Text>()
  const untranslated = 'script, style, textarea, noscript, title, font, svg'

  /** Whether React has hydrated it, or never will, as with the HTML of a block. */
  function isDrawn(text: Text): boolean {
    for (let at: Node | null = text; at; at = at.parentNode) {
      if (!has(at, '__reactFiber$')) continue
      const key = Object.keys(at).find((name) => name.startsWith('__reactProps$'))
      const props = key ? (at as unknown as Record<string, { dangerouslySetInnerHTML?: unknown }>)[key] : null
      return at === text || at === text.parentNode || Boolean(props?.dangerouslySetInnerHTML)
    }
    return false
  }

  function translate(text: Text): void {
    waiting.delete(text)
    if (!text.isConnected || !text.data.trim() || text.parentElement?.closest(untranslated)) return
    if (!isDrawn(text)) {
      waiting.add(text)
      return
    }
    if (has(text, '__reactFiber$'))
      console.error(
        `a text beside other nodes: "${text.data}" in ${text.parentElement?.outerHTML.slice(0, 300)}`,
      )
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.textContent = text.data
    outer.append(inner)
    text.replaceWith(outer)
    new MutationObserver(() => console.error(`a change that nobody sees: "${text.data}"`)).observe(text, {
      characterData: true,
    })
  }

  function textsIn(node: Node): Text[] {
    if (node instanceof Text) return [node]
    const found: Text[] = []
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) found.push(walker.currentNode as Text)
    return found
  }

  const changes = new MutationObserver((records) => {
    for (const { target, type, addedNodes } of records)
      for (const node of type === 'characterData' ? [target] : addedNodes)
        for (const text of textsIn(node)) translate(text)
  })
  const timer = setInterval(() => {
    if (!('takenOver' in window)) return
    clearInterval(timer)
    for (const text of textsIn(document.body)) translate(text)
    changes.observe(document.body, { childList: true, subtree: true, characterData: true })
    setInterval(() => {
      const drawnNow = [...waiting].filter(isDrawn)
      for (const text of drawnNow) translate(text)
    }, 50)
    Object.assign(window, { translated: true })
  }, 20)
}
