import { useEffect, useSyncExternalStore } from 'react'
import type { Held } from './load-times.ts'

type Remembered = Held & { /** Epoch ms on this device's clock. */ holdUntil: number }

// In memory only, and only of this tab: a guest who goes back finds what they held and typed, and a reload forgets it.
let latest: Remembered | null = null
let typed: Record<string, string> = {}

/** `left` in ms. */
export const rememberHold = (hold: Held, left: number): void => { latest = { ...hold, holdUntil: Date.now() + left } }

const never = () => () => {}
const lasting = () => (latest && latest.holdUntil > Date.now() ? latest : null)

/** What this tab holds, so that it can be kept, or given back for another time. */
export const useRememberedHold = (): Held | null => useSyncExternalStore(never, lasting, () => null)

export const rememberTyped = (values: Record<string, string>): void => { typed = values }
export const typedBefore = (): Record<string, string> => typed

/** Once it is booked there is nothing left to give back or to fill in. */
export const useForget = (): void => useEffect(() => {
  latest = null
  typed = {}
}, [])
