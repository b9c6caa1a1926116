import { useCallback, useEffect, useRef } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { BACKGROUND_HEADER } from '#contract/page.ts'
import { useTopics, type Stream } from '../notification/live.ts'

export const staffStream: Stream = { url: '/api/staff/live', name: 'staff live' }

/** Makes a call without data, beside the page's own forms. */
export const post = (call: 'lockDevice' | 'touchStaffSession'): Promise<Response> =>
  fetch(`/api/staff/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })

const ASK_TO_LOCK = 'ask-to-lock'

/** Asks the page to lock its desk device. @returns whether it does so; without scripts a form does. */
export const askToLock = (): boolean => !window.dispatchEvent(new Event(ASK_TO_LOCK, { cancelable: true }))

/** Runs when `askToLock` asks. @returns a function that ends it. */
export function onAskToLock(run: () => void): () => void {
  const listen = (event: Event) => {
    event.preventDefault()
    run()
  }
  window.addEventListener(ASK_TO_LOCK, listen)
  return () => window.removeEventListener(ASK_TO_LOCK, listen)
}

let running = 0
let locked = false
let isMarking = false

/** While the screen is locked nothing is loaded: the answers would lead away from what is being done. */
export const setLocked = (now: boolean): void => {
  locked = now
}

/** Runs what the page does by itself: its requests do not keep the session of who is there open. */
async function inBackground(work: () => Promise<void>): Promise<void> {
  if (locked) return
  markRequests()
  running += 1
  await work().finally(() => {
    running -= 1
  })
}

/** Marks the requests that are made meanwhile. */
function markRequests(): void {
  if (isMarking) return
  isMarking = true
  const send = window.fetch
  window.fetch = (input, init = {}) => {
    if (running === 0) return send(input, init)
    const headers = new Headers(init.headers)
    headers.set(BACKGROUND_HEADER, '1')
    return send(input, { ...init, headers })
  }
}

/** As `useLive`, on the salon's own site. */
export function useStaffLive(...topics: ('staff' | 'schedule' | 'orders')[]): void {
  const { revalidate } = useRevalidator()
  const busy = useNavigation().state !== 'idle'
  const settled = useRef(Promise.resolve())
  useEffect(() => {
    if (!busy) return
    let end = () => {}
    settled.current = new Promise((resolve) => {
      end = resolve
    })
    return () => end()
  }, [busy])
  useTopics(
    staffStream,
    topics,
    // What somebody does ends first: React Router would begin its navigation anew, and scroll to the top.
    useCallback(() => settled.current.then(() => inBackground(revalidate)), [revalidate]),
  )
}
