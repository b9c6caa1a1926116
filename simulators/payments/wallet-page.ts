import { renderAlert, escapeHtml, renderField, renderSummary, type Page } from './layout.ts'
import { pageTexts, type PageLanguage } from './page-texts.ts'
import type { SimulatedPayment } from './payment.ts'
import type { RefusalReason } from './test-amounts.ts'

type Shown = { phone?: string; phoneWrong?: boolean; refusal?: RefusalReason }

/** Where a guest approves or refuses in the wallet's app. */
export function walletPage(
  payment: SimulatedPayment,
  language: PageLanguage,
  { phone, phoneWrong, refusal }: Shown = {},
): Page {
  const text = pageTexts[language]
  const body =
    renderSummary(payment, language) +
    (refusal ? renderAlert(text.failed, text.refusals[refusal]) : '') +
    '<form method="post" novalidate>' +
    renderField('phone', {
      label: text.phone,
      hint: text.phoneHint,
      attributes: { type: 'tel', inputmode: 'tel', autocomplete: 'off' },
      value: phone ?? '12 34 56 78',
      ...(phoneWrong && { error: text.phoneError }),
    }) +
    `<button class="main" name="decision" value="approve">${escapeHtml(text.approve)}</button>` +
    `<button name="decision" value="refuse">${escapeHtml(text.refuse)}</button></form>` +
    `<a class="leave" href="${escapeHtml(payment.returnUrl)}">${escapeHtml(text.leave)}</a>`
  return { status: phoneWrong || refusal ? 422 : 200, title: text.title, body }
}

/** A phone number of Denmark or Norway, with or without the country's code. */
export const isPhone = (text: string): boolean => /^(?:\+?4[57])?\d{8}$/.test(text.replace(/[\s-]/g, ''))
