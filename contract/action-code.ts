/** What a code knows beside its guest; each kind uses its own few. */
export type ActionCodeData = {
  /** The address that it was sent to, in the spelling of the account. */
  email?: string
  /** verifyAndChangeEmail: the address to change to; recoverEmail: the one to go back to. */
  newEmail?: string
  /** E.164; confirmMobile: the number that it proves. */
  mobile?: string
  /** A path of the tenant's own site to go to afterwards. */
  to?: string
  /** Whose sign-in it is: `google`, `facebook`. */
  provider?: string
  /** Kept between leaving for a provider and coming back. */
  nonce?: string
  codeVerifier?: string
  /** The own host that it began on, which may be another than the canonical one. */
  host?: string
  /** Links the identity to the signed-in guest instead of signing in. */
  link?: boolean
  /** handOver: what the provider has told. */
  identity?: {
    subject: string
    email: string | null
    emailVerified: boolean
    firstname: string
    lastname: string
    picture: string | null
  }
  /** passkey: what the authenticator has to sign. */
  challenge?: string
  /** The UI language of whoever asked. */
  language?: string
}
