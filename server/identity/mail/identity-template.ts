import type { Locale } from '#domain/language.ts'
import type { Translate } from '#contract/text.ts'
import type { Tenant } from '#server/context/context.ts'
import { renderMailHtml, renderMailText, type MailContent, type Part } from '#server/mail/layout.ts'
import { oneLine, buildSender } from '#server/mail/contact-lines.ts'

type IdentityMailProps = {
  t: Translate
  locale: Locale
  tenant: Tenant
  /** Also the subject, after the tenant's name. */
  heading: string
  /** Paragraphs before the button. */
  lines: readonly string[]
  /** The link of the mail, on the tenant's own origin. */
  button?: { label: string; url: string }
  /** A one-time code below the button, set as a large line of its own. */
  code?: { text: string; digits: string }
  /** The last paragraphs. */
  after?: readonly string[]
  footer: string
}

/**
 * The template of account mails: a few sentences and one link, in the guest's language and tenant's
 * colour.
 */
export function identityMailTemplate({
  locale,
  tenant,
  heading,
  lines,
  button,
  code,
  after = [],
  footer,
}: IdentityMailProps): { subject: string; text: string; html: string } {
  const { companyname } = tenant.profile
  const paragraph = (text: string): Part => ({ kind: 'text', text })
  const parts: Part[] = [
    ...lines.map(paragraph),
    ...(button ? [{ kind: 'links' as const, links: [{ ...button, primary: true }] }] : []),
    ...(code ? [paragraph(code.text), { kind: 'heading' as const, text: code.digits }] : []),
    ...after.map(paragraph),
  ]
  const content: MailContent = {
    locale,
    sender: buildSender({ tenant }),
    title: heading,
    parts,
    footer,
  }
  return {
    subject: oneLine(`${companyname}: ${heading}`),
    text: renderMailText(content),
    html: renderMailHtml(content),
  }
}
