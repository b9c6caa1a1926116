import { useHydrated } from '../ui/use-hydrated.ts'

/** The WebAuthn library. Few pages need it, so it is loaded on demand. */
const library = () => import('@simplewebauthn/browser')

type RegistrationResponse = Awaited<ReturnType<Awaited<ReturnType<typeof library>>['startRegistration']>>
type AuthenticationResponse = Awaited<ReturnType<Awaited<ReturnType<typeof library>>['startAuthentication']>>
export type RegistrationOptions = Parameters<
  Awaited<ReturnType<typeof library>>['startRegistration']
>[0]['optionsJSON']
export type AuthenticationOptions = Parameters<
  Awaited<ReturnType<typeof library>>['startAuthentication']
>[0]['optionsJSON']

/**
 * Whether this browser supports passkeys; null before hydration, where the classes `with-passkeys` and
 * `without-passkeys` reserve the space.
 */
export const usePasskeySupport = (): boolean | null =>
  useHydrated() ? 'PublicKeyCredential' in window : null

/**
 * Preloads the library.
 * @throws if it cannot be fetched.
 */
export const preloadLibrary = async (): Promise<void> => void (await library())

/**
 * Creates a passkey.
 * @throws if the guest cancels or the authenticator fails.
 */
export const createPasskey = async (optionsJSON: RegistrationOptions): Promise<RegistrationResponse> =>
  (await library()).startRegistration({ optionsJSON })

/**
 * Gets an assertion; with `autofill` once the guest picks a passkey in the e-mail field.
 * @throws if the guest cancels or the authenticator fails.
 */
export const getAssertion = async (
  optionsJSON: AuthenticationOptions,
  autofill: boolean,
): Promise<AuthenticationResponse> =>
  (await library()).startAuthentication({ optionsJSON, useBrowserAutofill: autofill })

/** Whether the browser offers passkeys in its autofill. */
export const canAutofill = async (): Promise<boolean> =>
  (await window.PublicKeyCredential?.isConditionalMediationAvailable?.()) ?? false

/** The route that gives the options of a passkey and takes its response: its path, and its id. */
export type PasskeyPlace = { action: string; route: string }
