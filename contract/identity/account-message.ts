/** The recipient of a sign-in message: an e-mail address, or a mobile number (E.164). */
export type Channel = { email: string } | { mobile: string }

/**
 * A requested message about an account that may or may not exist; `email` as typed. The call answers before
 * the account is looked up, so its response time does not reveal whether the account exists.
 */
export type AccountMessage = { /** The UI language of the requesting page. */ language: string } & (
  | { kind: 'resetPassword'; email: string }
  /**
   * `signIn`: its link signs in and leads to the path `to`; `browserHash`: the browser that has asked.
   * Without, it leads to the login page.
   */
  | { kind: 'addressTaken'; email: string; signIn?: { browserHash: string; to: string } }
  /**
   * `browserHash`: the browser that has created the account. `to`, `signedInTo`, `visitId`: as in
   * `ActionCodeData`.
   */
  | {
      kind: 'verifyEmail'
      uid: string
      browserHash?: string
      to?: string
      signedInTo?: string
      visitId?: string
    }
  /** A link and a code that sign in. */
  | {
      kind: 'signInLink'
      channel: Channel
      browserHash: string
      /** A path of the tenant's own site, or ''. */
      to: string
    }
  /**
   * A link with which a guest books what asks who they are, and goes on at the path `to`: it signs in to an
   * account that there is, else it proves the address. `knownOnly`: only a guest who has been here gets it,
   * everybody else the telephone number.
   */
  | { kind: 'bookingLink'; email: string; browserHash: string; to: string; knownOnly: boolean }
  /** A link that signs in to the salon's own site; `to`: a path of it, or ''. */
  | { kind: 'staffLink'; email: string; to: string }
)
