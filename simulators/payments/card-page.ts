import { checkCard, testCards, type Card, type CardError, type CardField } from './card.ts'
import { renderAlert, escapeHtml, renderField, renderSummary, type Page } from './layout.ts'
import { pageTexts, type PageLanguage, type PageTexts } from './page-texts.ts'
import type { SimulatedPayment } from './payment.ts'
import type { RefusalReason } from './test-amounts.ts'

type Shown = { card?: Card; errors?: Partial<Record<CardField, CardError>>; refusal?: RefusalReason }

/** Where a guest pays by card. The security code is never written back. */
export function cardPage(
  payment: SimulatedPayment,
  language: PageLanguage,
  { card, errors = {}, refusal }: Shown = {},
): Page {
  const text = pageTexts[language]
  const errorOf = (field: CardField) => {
    const error = errors[field]
    return error ? { error: text.cardErrors[error] } : {}
  }
  const buildAttributes = (maxlength: string) => ({
    type: 'text',
    inputmode: 'numeric',
    autocomplete: 'off',
    spellcheck: 'false',
    maxlength,
  })
  const body =
    renderSummary(payment, language) +
    (refusal ? renderAlert(text.failed, text.refusals[refusal]) : '') +
    '<form method="post" novalidate>' +
    renderField('number', {
      label: text.number,
      attributes: buildAttributes('24'),
      value: card?.number ?? '',
      ...errorOf('number'),
    }) +
    '<div class="pair">' +
    renderField('expiry', {
      label: text.expiry,
      hint: text.expiryHint,
      attributes: buildAttributes('5'),
      value: card?.expiry ?? '',
      ...errorOf('expiry'),
    }) +
    renderField('cvc', {
      label: text.cvc,
      hint: text.cvcHint,
      attributes: buildAttributes('4'),
      ...errorOf('cvc'),
    }) +
    '</div>' +
    `<button class="main" name="decision" value="approve">${escapeHtml(text.approve)}</button>` +
    `<button name="decision" value="refuse">${escapeHtml(text.cancel)}</button></form>` +
    `<a class="leave" href="${escapeHtml(payment.returnUrl)}">${escapeHtml(text.leave)}</a>` +
    renderNumbers(text)
  const isWrong = refusal !== undefined || Object.keys(errors).length > 0
  return { status: isWrong ? 422 : 200, title: text.title, body, script: renderScript(text) }
}

function renderNumbers(text: PageTexts): string {
  const rows = Object.entries(testCards).map(([number, outcome]) => {
    const grouped = number.replace(number.length === 15 ? /^.{4}|.{6}(?=.{5}$)/g : /.{4}(?=.)/g, '$& ')
    const what = outcome === 'approved' ? text.approvedNumber : text.refusals[outcome]
    return `<li>${grouped}<span>${escapeHtml(what)}</span></li>`
  })
  return `<details><summary>${escapeHtml(text.numbers)}</summary><ul>${rows.join('')}</ul></details>`
}

/**
 * Shows the errors of the fields while the guest types: at once where no further digit can mend it, the rest
 * on leaving.
 */
function renderScript({ cardErrors }: PageTexts): string {
  return `${checkCard.toString()}
const texts = ${JSON.stringify(cardErrors)}, numbers = ${JSON.stringify(Object.keys(testCards))}
const fields = ['number', 'expiry', 'cvc'].map((name) => document.getElementById(name))
const left = new Set()
function show(field) {
  const card = Object.fromEntries(fields.map(({ id, value }) => [id, value]))
  const error = checkCard(field.id, card, { typing: !left.has(field.id), now: Date.now(), numbers })
  document.getElementById(field.id + '-error').textContent = error ? texts[error] : ''
  if (error) field.setAttribute('aria-invalid', 'true')
  else field.removeAttribute('aria-invalid')
  return error
}
for (const field of fields) {
  field.addEventListener('input', () => {
    show(field)
    if (field.id === 'number' && fields[2].value) show(fields[2])
  })
  // Only on the way to another field: an error must not move a button that is being pressed.
  field.addEventListener('blur', ({ relatedTarget }) => {
    if (!field.value || !fields.includes(relatedTarget)) return
    left.add(field.id)
    show(field)
  })
}
document.querySelector('form').addEventListener('submit', (event) => {
  if (event.submitter && event.submitter.value === 'refuse') return
  for (const field of fields) left.add(field.id)
  const wrong = fields.filter(show)
  if (!wrong.length) return
  event.preventDefault()
  wrong[0].focus()
})`
}
