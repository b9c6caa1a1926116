import { useEffect, useRef } from 'react'

/**
 * A message in an iframe as high as its content.
 *
 * Three layers keep scripts of a message from running: the sandbox has no `allow-scripts`, the document's
 * content security policy forbids them, and its HTML is sanitised. `allow-same-origin` lets the page measure
 * the content's height. Combined with `allow-scripts` it would be unsafe: a script could remove the sandbox
 * attribute. Without scripts nothing in the frame can use it. Links open in a new tab, outside the sandbox.
 *
 * Without scripts the frame is as high as the window and scrolls. Until it is measured, content below the
 * frame is off screen, so no layout shift is visible.
 */
export function MessageFrame({ document, title }: { document: string; title: string }) {
  const ref = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const frame = ref.current
    if (!frame) return undefined
    const fitHeight = () => {
      const body = frame.contentDocument?.body
      if (body) frame.style.height = `${Math.ceil(body.getBoundingClientRect().height)}px`
    }
    const observer = new ResizeObserver(fitHeight)
    const watch = () => {
      fitHeight()
      if (frame.contentDocument?.body) observer.observe(frame.contentDocument.body)
    }
    watch()
    frame.addEventListener('load', watch)
    return () => {
      observer.disconnect()
      frame.removeEventListener('load', watch)
    }
  }, [])
  return (
    <div className="min-h-[calc(100svh-8rem)]">
      <iframe
        ref={ref}
        title={title}
        srcDoc={document}
        sandbox="allow-popups allow-popups-to-escape-sandbox allow-same-origin"
        className="block h-[calc(100svh-12rem)] w-full border-0"
      />
    </div>
  )
}
