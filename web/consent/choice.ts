import type { CallInput } from '#contract/calls.ts'

type Choice = 'yes' | 'no' | null

/**
 * The guest's choice in this browser, from the cookie that the server reads as well; null if none was made.
 */
export const readChoice = (): Choice =>
  (/(?:^|; )(?:__Host-)?consent=(yes|no)(?:;|$)/.exec(document.cookie)?.[1] ?? null) as Choice

type CallName = 'chooseAnalytics' | 'recordScreenView'

/**
 * Sends a call in the background, also while the page unloads.
 * @returns whether the server accepted it; never throws.
 */
export const sendConsent = <K extends CallName>(call: K, input: CallInput<K>): Promise<boolean> =>
  fetch(`/api/${call}`, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  }).then(
    ({ ok }) => ok,
    () => false,
  )
