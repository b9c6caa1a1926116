import { useEffect } from 'react'
import type { PageContext } from '#contract/page.ts'
import { useRootData } from '#web/site/use-root-data.ts'
import type { DialCodeOptions } from '#web/ui/form/dial-codes.ts'
import type { ConfirmState } from './confirm.server.ts'
import type { Contact } from '#web/guest/contact.ts'
import type { HeldData } from '../shared/load-hold.ts'
import type { Extras } from '../details/visit-extras.tsx'

/** The loader data of the last two steps; `person` is the signed-in guest. */
export type StepData = HeldData & {
  person: Omit<Contact, 'countryCode'> | null
  dialCodes: DialCodeOptions
  countryCode: string
  cancelRule: PageContext['cancelRule']
  text: string
}

// In memory, for this tab only: a guest who goes back finds their form values; a reload clears them.
/** The end of the hold, epoch ms on this device's clock. */
let holdEnd: number | null = null
let formValues: Record<string, string> = {}
/** The mark of the signed-in guest who typed them. */
let formOwner: string | null = null
let lastStep: { page: StepData; at: ConfirmState } | null = null

/** `left`: how long the hold lasts, ms. */
export const storeHoldEnd = (left: number): void => {
  holdEnd = Date.now() + left
}

/**
 * The typed values of this tab, also of a guest who looks for another time meanwhile; empty after a reload.
 * What a signed-in guest has typed is theirs: another guest, or nobody, does not see it. Who signs in after
 * typing keeps it.
 */
export function useStoredForm() {
  const { drawnFor, guest } = useRootData()
  return {
    stored: formOwner === null || formOwner === drawnFor ? formValues : {},
    storeForm: (form: HTMLFormElement): void => {
      formOwner = guest ? drawnFor : null
      formValues = Object.fromEntries(
        [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    },
  }
}

/** Stores the last step as shown, for when the server is unreachable. */
export const useStoreStep = (page: StepData, at: ConfirmState | null): void =>
  useEffect(() => {
    if (at) lastStep = { page, at }
  }, [page, at])

/** The last step as this tab showed it, with what its form says; null if none was shown. */
export function storedStepState(details: Contact | null, extras: Extras): ConfirmState | null {
  if (!lastStep) return null
  const { at } = lastStep
  const draft = { details: details ?? at.details, unreached: Date.now() }
  if (at.state === 'refused') return { ...at, ...draft, booking: { ...at.booking, extras } }
  const now = holdEnd === null ? at.now : at.hold.holdUntil - holdEnd + Date.now()
  return { ...at, ...draft, extras, now, errors: null }
}

/** The loader data of the step with this hold, or null. */
export const storedStepData = (handle: string | null): StepData | null => {
  const held = lastStep && (lastStep.at.state === 'refused' ? lastStep.at.booking : lastStep.at.hold).handle
  return lastStep && held === handle ? lastStep.page : null
}

/** Once the visit is booked, there is no hold and no form to restore. */
export const useClearStore = (): void =>
  useEffect(() => {
    holdEnd = null
    formValues = {}
    lastStep = null
  }, [])
