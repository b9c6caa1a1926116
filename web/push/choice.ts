import { DAY_MS } from '#domain/day.ts'

/** What a guest answered to the question about push messages on this browser. */
type PushChoice = 'yes' | 'no' | 'later'

/** "Not now" is an answer for this long. */
const LATER_MS = 30 * DAY_MS

const keyOf = (uid: string) => `push ${uid}`

/** The guest's answer in this browser; null without one, or where the browser stores nothing. */
export function readPushChoice(uid: string): PushChoice | null {
  try {
    const stored = localStorage.getItem(keyOf(uid))
    if (stored === 'yes' || stored === 'no') return stored
    return stored !== null && Number(stored) > Date.now() ? 'later' : null
  } catch {
    return null
  }
}

export function saveChoice(uid: string, choice: PushChoice): void {
  try {
    localStorage.setItem(keyOf(uid), choice === 'later' ? String(Date.now() + LATER_MS) : choice)
  } catch {
    /* Then the next page asks again. */
  }
}
