import { useEffect } from 'react'
import type { Held } from './load-times.ts'

type Remembered = Held & { holdUntil: number }

let latest: Remembered | null = null

/** What this tab holds, in memory only: a guest who goes back to choose another time finds it again, and gives it back. */
export const rememberHold = (hold: Remembered | null): void => { latest = hold }

/** `now` in epoch ms. */
export const rememberedHold = (now: number): Remembered | null => (latest && latest.holdUntil > now ? latest : null)

let typed: Record<string, string> = {}

/** What this guest typed about themselves, in memory only, for when they come back to the form. */
export const rememberTyped = (values: Record<string, string>): void => { typed = values }
export const typedBefore = (): Record<string, string> => typed

/** Once it is booked there is nothing left to give back or to fill in. */
export const useForget = (): void => useEffect(() => {
  latest = null
  typed = {}
}, [])
