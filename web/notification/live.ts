import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

type Topic = 'visits' | 'notifications' | 'waitlist' | 'places' | 'photos' | 'orders' | 'tenant' | 'words'

/** An event stream, with the name of what its tabs share. */
export type Stream = { url: string; name: string }
const guestStream: Stream = { url: '/api/live', name: 'live' }
const RETRY_MS = 5_000
/** So long after the browser says that it is online again, the line is there. */
const ONLINE_MS = 500

/**
 * Revalidates the page's loaders when the server publishes a change of one of the topics, and whenever the
 * stream opens, since events may have been missed before.
 */
export const useLive = (...topics: Topic[]): void =>
  useTopics(guestStream, topics, useRevalidator().revalidate)

/** As `useLive`, of another stream, and with another way to load again. Both must stay the same. */
export function useTopics(stream: Stream, topics: readonly string[], reloadOnce: () => Promise<void>): void {
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
        await reloadOnce()
      }
      running = false
    }
    // Offline a revalidation would replace the page with an error; the stream reopens once the browser is
    // online.
    return subscribe((topic) => {
      if (navigator.onLine && (topic === 'all' || topicList.split(' ').includes(topic))) void reload()
    }, stream)
  }, [stream, topicList, reloadOnce])
}

/**
 * Calls `onTopic` with each changed topic, `all` if any may have changed, or `refused` if the server answers
 * with no stream. All tabs of a site share one stream: the tab that holds the Web Lock reads it and forwards
 * events over a BroadcastChannel.
 * @returns a function that unsubscribes.
 */
export function subscribe(onTopic: (topic: string) => void, stream = guestStream): () => void {
  const channel = new BroadcastChannel(stream.name)
  const end = new AbortController()
  channel.addEventListener('message', (event) => onTopic(String(event.data)))
  const broadcast = channel.postMessage.bind(channel)
  const read = () =>
    readStream(
      stream.url,
      (topic) => {
        onTopic(topic)
        broadcast(topic)
      },
      end.signal,
    )
  void ('locks' in navigator ? electLeader(stream.name, read, onTopic, end.signal) : read())
  return () => {
    end.abort()
    channel.close()
  }
}

async function electLeader(
  name: string,
  read: () => Promise<void>,
  onTopic: (topic: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const first = await navigator.locks.request(
    name,
    { ifAvailable: true },
    async (lock) => lock !== null && (await read(), true),
  )
  if (first || signal.aborted) return
  onTopic('all')
  await navigator.locks.request(name, { signal }, read).catch(() => {})
}

/**
 * Reads the event stream until the signal aborts. The browser reconnects automatically, except after a
 * response that is no event stream.
 */
function readStream(url: string, onTopic: (topic: string) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    let timer: ReturnType<typeof setTimeout> | undefined
    let source = open()

    function open(): EventSource {
      const next = new EventSource(url)
      // EventSource fires `open` on connect; the server sends an `open` event once it has subscribed to
      // changes.
      next.addEventListener('open', (event) => {
        if (event instanceof MessageEvent) onTopic('all')
      })
      next.addEventListener('changed', (event: MessageEvent<string>) =>
        onTopic((JSON.parse(event.data) as { topic: string }).topic),
      )
      next.addEventListener('error', () => {
        if (next.readyState !== EventSource.CLOSED) return
        onTopic('refused')
        timer = setTimeout(() => {
          source = open()
        }, RETRY_MS)
      })
      return next
    }

    // What was sent meanwhile is lost, also by a stream that looks alive.
    const reopen = () => {
      clearTimeout(timer)
      source.close()
      timer = setTimeout(() => (source = open()), ONLINE_MS)
    }
    addEventListener('online', reopen, { signal })
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      source.close()
      resolve()
    })
  })
}
