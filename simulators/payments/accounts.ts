import { randomBytes } from 'node:crypto'
import type { PaymentAccount } from '#server/providers/payments/port.ts'
import { deriveDemoAccount, tenantOfClient } from './account.ts'
import { problem, type Answer } from './problem.ts'

const TOKEN_MS = 3_600_000

export type Accounts = {
  /** Accepts an account beside those of the demo. */
  add(account: PaymentAccount): void
  find(clientId: string): PaymentAccount | null
  /** Answers a request for an access token. */
  token(headers: Headers): Answer
  /** The account whose valid token a request has, or why it is rejected. */
  authenticate(headers: Headers): PaymentAccount | Answer
}

/** The accounts that may use the API, and their access tokens, each valid for an hour. */
export function createAccounts(secret: string, now: () => number): Accounts {
  const added = new Map<string, PaymentAccount>()
  const tokens = new Map<string, { clientId: string; until: number }>()

  const find: Accounts['find'] = (clientId) => {
    const tenant = tenantOfClient(clientId)
    return added.get(clientId) ?? (tenant === null ? null : deriveDemoAccount(secret, tenant))
  }

  const hasKeys = (account: PaymentAccount, headers: Headers) =>
    headers.get('ocp-apim-subscription-key') === account.subscriptionKey &&
    headers.get('merchant-serial-number') === account.msn

  return {
    find,
    add: (account) => added.set(account.clientId, account),
    token(headers) {
      const account = find(headers.get('client_id') ?? '')
      if (!account || headers.get('client_secret') !== account.clientSecret || !hasKeys(account, headers))
        return problem(401, 'The credentials are not valid')
      const token = `${randomBytes(24).toString('base64url')}.${randomBytes(48).toString('base64url')}`
      const until = now() + TOKEN_MS
      tokens.set(token, { clientId: account.clientId, until })
      const seconds = (ms: number) => String(Math.floor(ms / 1_000))
      return {
        status: 200,
        body: {
          token_type: 'Bearer',
          expires_in: seconds(TOKEN_MS),
          ext_expires_in: seconds(TOKEN_MS),
          expires_on: seconds(until),
          not_before: seconds(now()),
          resource: '00000002-0000-0000-c000-000000000000',
          access_token: token,
        },
      }
    },
    authenticate(headers) {
      const bearer = /^Bearer (\S+)$/.exec(headers.get('authorization') ?? '')?.[1] ?? ''
      const token = tokens.get(bearer)
      const account = token && token.until > now() ? find(token.clientId) : null
      if (!account || !hasKeys(account, headers))
        return problem(401, 'The token is not valid for this merchant serial number')
      return account
    },
  }
}
