import { useEffect, useSyncExternalStore } from 'react'
import type { PageContext } from '#contract/page.ts'
import type { DialCodeOptions } from '#web/ui/dial-codes.ts'
import type { ConfirmState } from './confirm.server.ts'
import type { Details } from '../details/guest-details.ts'
import type { HeldData } from '../shared/load-hold.ts'
import type { Held } from '../shared/load-times.ts'
import type { Extras } from '../details/visit-extras.tsx'

type StoredHold = Held & { /** Epoch ms on this device's clock. */ holdUntil: number }

/** The loader data of the last two steps; `person` is the signed-in guest. */
export type StepData = HeldData & {
  person: Omit<Details, 'countryCode'> | null
  dialCodes: DialCodeOptions
  countryCode: string
  cancelRule: PageContext['cancelRule']
  text: string
}

// In memory, for this tab only: a guest who goes back finds their hold and form values; a reload clears them.
let storedHold: StoredHold | null = null
let formValues: Record<string, string> = {}
let lastStep: { page: StepData; at: ConfirmState } | null = null

/** `left` in ms. */
export const storeHold = (hold: Held, left: number): void => {
  storedHold = { ...hold, holdUntil: Date.now() + left }
}

const noSubscription = () => () => {}
const unexpiredHold = () => (storedHold && storedHold.holdUntil > Date.now() ? storedHold : null)

/** The unexpired hold of this tab, which the guest can keep, or release by choosing another time. */
export const useStoredHold = (): Held | null =>
  useSyncExternalStore(noSubscription, unexpiredHold, () => null)

/** Stores the typed values, also of a guest who looks for another time meanwhile. */
export const storeForm = (form: HTMLFormElement): void => {
  formValues = Object.fromEntries(
    [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
/** The last stored values; empty after a reload. */
export const storedDetails = (): Record<string, string> => formValues

/** Stores the last step as shown, for when the server is unreachable. */
export const useStoreStep = (page: StepData, at: ConfirmState | null): void =>
  useEffect(() => {
    if (at) lastStep = { page, at }
  }, [page, at])

/** The last step as this tab showed it, with what its form says; null if none was shown. */
export function storedStepState(details: Details | null, extras: Extras): ConfirmState | null {
  if (!lastStep) return null
  const { at } = lastStep
  const draft = { details: details ?? at.details, unreached: Date.now() }
  if (at.state === 'refused') return { ...at, ...draft, booking: { ...at.booking, extras } }
  const now = storedHold ? at.hold.holdUntil - storedHold.holdUntil + Date.now() : at.now
  return { ...at, ...draft, extras, now, errors: null }
}

/** The loader data of the step with this hold, or null. */
export const storedStepData = (handle: string | null): StepData | null => {
  const held = lastStep && (lastStep.at.state === 'refused' ? lastStep.at.booking : lastStep.at.hold).handle
  return lastStep && held === handle ? lastStep.page : null
}

/** Once the visit is booked, there is no hold to release and no form to restore. */
export const useClearStore = (): void =>
  useEffect(() => {
    storedHold = null
    formValues = {}
    lastStep = null
  }, [])
