import type { Ask } from '#contract/calls.ts'

type Choice = 'yes' | 'no' | null

/** What the guest has chosen in this browser; null until they have. The server reads the same cookie. */
export const readChoice = (): Choice =>
  (/(?:^|; )(?:__Host-)?consent=(yes|no)(?:;|$)/.exec(document.cookie)?.[1] ?? null) as Choice

type Told = 'chooseAnalytics' | 'recordScreenView'

/** Tells the server in passing. @returns whether it took it; never throws. */
export const tellServer = <K extends Told>(call: K, input: Ask<K>): Promise<boolean> =>
  fetch(`/api/${call}`, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  }).then(
    ({ ok }) => ok,
    () => false,
  )
