/** The data of an action code beside its guest; each kind uses some of the fields. */
export type ActionCodeData = {
  /** The recipient's address, written as in the account. */
  email?: string
  /** verifyAndChangeEmail: the new address; recoverEmail: the previous address. */
  newEmail?: string
  /** E.164; confirmMobile: the number to verify. */
  mobile?: string
  /** A path of the tenant's own site: where the guest continues afterwards. */
  to?: string
  /** verifyEmail: it signs in the browser that asked, once, and leads there instead of `to`. */
  signedInTo?: string
  /** verifyEmail: the id of the visit of which the account was made; it joins the account. */
  visitId?: string
  /** The sign-in provider: `google`, `facebook`. */
  provider?: string
  /** provider: it was pressed on the sign-up page, which a refusal leads back to. */
  signUp?: boolean
  /** OpenID Connect nonce; stored from the authorisation request until the callback. */
  nonce?: string
  codeVerifier?: string
  /** The host of the authorisation request, which may differ from the canonical host. */
  host?: string
  /** Links the identity to the signed-in guest instead of signing in. */
  link?: boolean
  /** handOver: the identity that the provider has returned. */
  identity?: {
    subject: string
    email: string | null
    emailVerified: boolean
    firstname: string
    lastname: string
    picture: string | null
  }
  /** passkey: the challenge that the authenticator signs. */
  challenge?: string
  /** The UI language of the request. */
  language?: string
}
