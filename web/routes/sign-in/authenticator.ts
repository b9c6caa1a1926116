import { useReady } from '#web/ui/ready.ts'

/** The library that speaks to authenticators; few pages need it, so it comes when it is asked for. */
const library = () => import('@simplewebauthn/browser')

type Made = Awaited<ReturnType<Awaited<ReturnType<typeof library>>['startRegistration']>>
type Found = Awaited<ReturnType<Awaited<ReturnType<typeof library>>['startAuthentication']>>
export type MakeOptions = Parameters<
  Awaited<ReturnType<typeof library>>['startRegistration']
>[0]['optionsJSON']
export type FindOptions = Parameters<
  Awaited<ReturnType<typeof library>>['startAuthentication']
>[0]['optionsJSON']

/** Whether this browser knows passkeys; null in the first HTML, where the classes `with-passkeys` and `without-passkeys` keep the place. */
export const usePasskeys = (): boolean | null => (useReady() ? 'PublicKeyCredential' in window : null)

/** Fetches that library before it is needed. @throws where it cannot be fetched. */
export const fetchAuthenticator = async (): Promise<void> => void (await library())

/** Has the authenticator make a passkey. @throws when the guest or the authenticator does not want to. */
export const makePasskey = async (optionsJSON: MakeOptions): Promise<Made> =>
  (await library()).startRegistration({ optionsJSON })

/** Has an authenticator answer; with `autofill` only once the guest picks a passkey in the e-mail field. @throws as above. */
export const findPasskey = async (optionsJSON: FindOptions, autofill: boolean): Promise<Found> =>
  (await library()).startAuthentication({ optionsJSON, useBrowserAutofill: autofill })

/** Whether passkeys can stand among what the browser fills in by itself. */
export const canAutofill = async (): Promise<boolean> =>
  (await window.PublicKeyCredential?.isConditionalMediationAvailable?.()) ?? false
