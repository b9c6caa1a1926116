/** Where a sign-in is written to: an address, or a number (E.164). */
export type Channel = { email: string } | { mobile: string }

/**
 * What somebody has asked to be written about an account that there may be or not; `email` as it was typed. Whoever asks is answered
 * before anybody looks whose it is: how long the answer takes tells nothing.
 */
export type AccountMessage = { /** Of the page that it was asked on. */ language: string } & (
  | { kind: 'resetPassword' | 'addressTaken'; email: string }
  | { kind: 'verifyEmail'; uid: string }
  | {
      kind: 'signInLink'
      channel: Channel
      browserHash: string
      /** A path of the site, or ''. */ to: string
    }
  | { kind: 'signInCode'; channel: Channel; browserHash: string }
)
