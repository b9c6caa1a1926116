import { useEffect, useRef } from 'react'

/**
 * A message in a frame of its own, as high as the message is.
 *
 * The sandbox has no `allow-scripts`, so nothing in the frame can run, whatever the message holds; its policy says the same a
 * second time, and its HTML has been sanitised before. `allow-same-origin` is there because the page could not ask a foreign frame how
 * high its content is. The two together would be no sandbox at all: a script in it could take the attribute away. Alone it gives
 * away nothing, for reading needs a script. Links open beside the page, outside the sandbox.
 *
 * Without scripts the frame is as high as the window and scrolls. What stands below it is out of sight until then, so that
 * nothing is seen to move.
 */
export function MessageFrame({ document, title }: { document: string; title: string }) {
  const ref = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const frame = ref.current
    if (!frame) return undefined
    const fit = () => {
      const body = frame.contentDocument?.body
      if (body) frame.style.height = `${Math.ceil(body.getBoundingClientRect().height)}px`
    }
    const observer = new ResizeObserver(fit)
    const watch = () => {
      fit()
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
