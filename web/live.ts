import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

type Topic = 'visits' | 'notifications' | 'tenant' | 'words'

const shared = 'live'
const RETRY_MS = 5_000

/**
 * Keeps a page up to date: when the server says that one of the topics changed, and whenever the stream opens (news may have
 * been missed until then), its loaders run again.
 */
export function useLive(...topics: Topic[]): void {
  const { revalidate } = useRevalidator()
  const wanted = topics.join(' ')
  // Asked without a connection, the page would give way to an error; the stream opens again once there is one.
  useEffect(
    () =>
      listen((topic) => {
        if (navigator.onLine && (topic === 'all' || wanted.split(' ').includes(topic))) void revalidate()
      }),
    [wanted, revalidate],
  )
}

/** Calls back with each topic that changed, `all` when any may have, until the returned function is called. All tabs of a site share one stream: whoever holds the lock reads it and tells the others. */
export function listen(hear: (topic: string) => void): () => void {
  const channel = new BroadcastChannel(shared)
  const end = new AbortController()
  channel.addEventListener('message', (event) => hear(String(event.data)))
  const tellOthers = channel.postMessage.bind(channel)
  const read = () =>
    readStream((topic) => {
      hear(topic)
      tellOthers(topic)
    }, end.signal)
  void ('locks' in navigator ? takeTurns(read, hear, end.signal) : read())
  return () => {
    end.abort()
    channel.close()
  }
}

async function takeTurns(
  read: () => Promise<void>,
  hear: (topic: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const first = await navigator.locks.request(
    shared,
    { ifAvailable: true },
    async (lock) => lock !== null && (await read(), true),
  )
  if (first || signal.aborted) return
  hear('all')
  await navigator.locks.request(shared, { signal }, read).catch(() => {})
}

/** Reads the stream until the signal ends it. The browser reconnects by itself, but not after an answer that is no stream. */
function readStream(tell: (topic: string) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    let timer: ReturnType<typeof setTimeout> | undefined
    let source = open()

    function open(): EventSource {
      const next = new EventSource('/api/live')
      // The connection itself is an `open` event too; the server's own comes once it has begun to listen for us.
      next.addEventListener('open', (event) => {
        if (event instanceof MessageEvent) tell('all')
      })
      next.addEventListener('changed', (event: MessageEvent<string>) =>
        tell((JSON.parse(event.data) as { topic: string }).topic),
      )
      next.addEventListener('error', () => {
        if (next.readyState === EventSource.CLOSED)
          timer = setTimeout(() => {
            source = open()
          }, RETRY_MS)
      })
      return next
    }

    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      source.close()
      resolve()
    })
  })
}
