/** Reads an event stream as it comes; `events` grows with it. */
export function follow(answer: Response) {
  const events: { event: string; data: unknown }[] = []
  const reader = (answer.body ?? new ReadableStream<Uint8Array>()).getReader()
  const decoder = new TextDecoder()
  let kept = ''
  const ended = (async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const parts = (kept + decoder.decode(value, { stream: true })).split('\n\n')
      kept = parts.pop() ?? ''
      for (const part of parts) {
        const event = /^event: (.*)$/m.exec(part)?.[1]
        if (event) events.push({ event, data: JSON.parse(/^data: (.*)$/m.exec(part)?.[1] ?? 'null') })
      }
    }
  })()
  return { events, ended, leave: () => reader.cancel() }
}
