import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

type Topic = 'visits' | 'notifications' | 'waitlist' | 'places' | 'photos' | 'orders' | 'tenant' | 'words'

const shared = 'live'
const RETRY_MS = 5_000

/**
 * Revalidates the page's loaders when the server publishes a change of one of the topics, and whenever the
 * stream opens, since events may have been missed before.
 */
export function useLive(...topics: Topic[]): void {
  const { revalidate } = useRevalidator()
  const topicList = topics.join(' ')
  useEffect(() => {
    let running = false
    let missed = false
    // One at a time: a revalidation aborts the one before it, and the page logs an error about it.
    const reload = async () => {
      missed = true
      if (running) return
      running = true
      while (missed) {
        missed = false
        await revalidate()
      }
      running = false
    }
    // Offline a revalidation would replace the page with an error; the stream reopens once the browser is
    // online.
    return subscribe((topic) => {
      if (navigator.onLine && (topic === 'all' || topicList.split(' ').includes(topic))) void reload()
    })
  }, [topicList, revalidate])
}

/**
 * Calls `onTopic` with each changed topic, or `all` if any may have changed. All tabs of a site share one
 * stream: the tab that holds the Web Lock reads it and forwards events over a BroadcastChannel.
 * @returns a function that unsubscribes.
 */
export function subscribe(onTopic: (topic: string) => void): () => void {
  const channel = new BroadcastChannel(shared)
  const end = new AbortController()
  channel.addEventListener('message', (event) => onTopic(String(event.data)))
  const broadcast = channel.postMessage.bind(channel)
  const read = () =>
    readStream((topic) => {
      onTopic(topic)
      broadcast(topic)
    }, end.signal)
  void ('locks' in navigator ? electLeader(read, onTopic, end.signal) : read())
  return () => {
    end.abort()
    channel.close()
  }
}

async function electLeader(
  read: () => Promise<void>,
  onTopic: (topic: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const first = await navigator.locks.request(
    shared,
    { ifAvailable: true },
    async (lock) => lock !== null && (await read(), true),
  )
  if (first || signal.aborted) return
  onTopic('all')
  await navigator.locks.request(shared, { signal }, read).catch(() => {})
}

/**
 * Reads the event stream until the signal aborts. The browser reconnects automatically, except after a
 * response that is no event stream.
 */
function readStream(onTopic: (topic: string) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    let timer: ReturnType<typeof setTimeout> | undefined
    let source = open()

    function open(): EventSource {
      const next = new EventSource('/api/live')
      // EventSource fires `open` on connect; the server sends an `open` event once it has subscribed to
      // changes.
      next.addEventListener('open', (event) => {
        if (event instanceof MessageEvent) onTopic('all')
      })
      next.addEventListener('changed', (event: MessageEvent<string>) =>
        onTopic((JSON.parse(event.data) as { topic: string }).topic),
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
