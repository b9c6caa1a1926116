import type { Locale } from '#domain/language.ts'
import type { Translate } from '#contract/text.ts'
import type { Tenant } from '../context.ts'
import { letterHtml, letterText, type Letter, type Part } from './layout.ts'
import { contactLines, oneLine } from './visit-letter.ts'

type IdentityStory = {
  t: Translate
  locale: Locale
  tenant: Tenant
  /** The subject too, behind the tenant's name. */
  heading: string
  /** Paragraphs, in order. */
  lines: readonly string[]
  /** What the mail is for: one link on the tenant's own origin. */
  button?: { label: string; url: string }
  /** Paragraphs after the button. */
  after?: readonly string[]
  /** To be typed in: stands large, in a line of its own. */
  code?: string
  footer: string
}

/** A mail about an account: a few sentences and one thing to do, in the guest's language and the tenant's colours. */
export function identityLetter({
  locale,
  tenant,
  heading,
  lines,
  button,
  code,
  after = [],
  footer,
}: IdentityStory): { subject: string; text: string; html: string } {
  const { companyname, brand } = tenant.profile
  const words = (text: string): Part => ({ kind: 'words', text })
  const parts: Part[] = [
    ...lines.map(words),
    ...(code ? [{ kind: 'heading' as const, text: code }] : []),
    ...(button ? [{ kind: 'links' as const, links: [{ ...button, primary: true }] }] : []),
    ...after.map(words),
  ]
  const letter: Letter = {
    locale,
    sender: { name: companyname, color: brand.color, url: tenant.origin, lines: contactLines({ tenant }) },
    title: heading,
    parts,
    footer,
  }
  return {
    subject: oneLine(`${companyname}: ${heading}`),
    text: letterText(letter),
    html: letterHtml(letter),
  }
}
