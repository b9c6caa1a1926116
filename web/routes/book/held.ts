import { useEffect, useSyncExternalStore } from 'react'
import type { PageScope } from '#contract/page.ts'
import type { Dials } from '#web/ui/dials.ts'
import type { Stage } from './confirm.server.ts'
import type { Details } from './guest-details.ts'
import type { HeldData } from './load-hold.ts'
import type { Held } from './load-times.ts'

type Remembered = Held & { /** Epoch ms on this device's clock. */ holdUntil: number }

/** What the loaders of the last two steps send; `person` is the signed-in guest. */
export type StepData = HeldData & {
  person: Omit<Details, 'countryCode'> | null
  dials: Dials
  countryCode: string
  cancelRule: PageScope['cancelRule']
  text: string
}

// In memory only, and only of this tab: a guest who goes back finds what they held and typed, and a reload forgets it.
let latest: Remembered | null = null
let typed: Record<string, string> = {}
let last: { page: StepData; at: Stage } | null = null

/** `left` in ms. */
export const rememberHold = (hold: Held, left: number): void => {
  latest = { ...hold, holdUntil: Date.now() + left }
}

const never = () => () => {}
const lasting = () => (latest && latest.holdUntil > Date.now() ? latest : null)

/** What this tab holds, so that it can be kept, or given back for another time. */
export const useRememberedHold = (): Held | null => useSyncExternalStore(never, lasting, () => null)

/** Keeps the fields of the details form. */
export const rememberTyped = (values: Record<string, string>): void => {
  typed = values
}
/** What was typed into it last; empty after a reload. */
export const typedBefore = (): Record<string, string> => typed

/** Remembers the last step as it is shown, for when the server cannot be reached. */
export const useKeptStep = (page: StepData, at: Stage | null): void =>
  useEffect(() => {
    if (at) last = { page, at }
  }, [page, at])

/** The last step as this tab has shown it, with the details that its form holds; null where none was shown. */
export function keptStage(details: Details | null): Stage | null {
  if (!last) return null
  const { at } = last
  const told = { details: details ?? at.details, unreached: Date.now() }
  if (at.stage === 'refused') return { ...at, ...told }
  const now = latest ? at.hold.holdUntil - latest.holdUntil + Date.now() : at.now
  return at.stage === 'details' ? { ...at, ...told, now, faults: null } : { ...at, ...told, now }
}

/** What the loader has sent for the step that holds this, or null. */
export const keptPage = (handle: string | null): StepData | null => {
  const held = last && (last.at.stage === 'refused' ? last.at.wish : last.at.hold).handle
  return last && held === handle ? last.page : null
}

/** Once it is booked there is nothing left to give back or to fill in. */
export const useForget = (): void =>
  useEffect(() => {
    latest = null
    typed = {}
    last = null
  }, [])
