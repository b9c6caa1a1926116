import { checkCard, testCards, type Card, type CardError, type CardField } from './card.ts'
import { cardPage } from './card-page.ts'
import { escapeHtml, toPageResponse, type Page } from './layout.ts'
import { pickLanguage, pageTexts, type PageLanguage } from './page-texts.ts'
import type { SimulatedPayment } from './payment.ts'
import type { SimulatedPayments } from './payments.ts'
import type { Webhooks } from './webhooks.ts'
import { isPhone, walletPage } from './wallet-page.ts'

type Pages = { payments: SimulatedPayments; webhooks: Webhooks; now: () => number }

const MAX_FORM_BYTES = 16 * 1024

/** Answers a request for the landing page of a payment. Null for other paths. */
export async function answerPages(pages: Pages, request: Request): Promise<Response | null> {
  const token = /^\/pay\/([\w-]+)$/.exec(new URL(request.url).pathname)?.[1]
  if (!token) return null
  const language = pickLanguage(request.headers.get('accept-language'))
  const payment = pages.payments.findByToken(token)
  if (!payment) return toPageResponse(missingPage(language), language)
  if (request.method === 'POST') return decide(pages, request, payment, language)
  if (request.method !== 'GET') return new Response(null, { status: 405, headers: { allow: 'GET, POST' } })
  const page =
    payment.state !== 'CREATED' ? overPage(payment, language) : landingPage[payment.method](payment, language)
  return toPageResponse(page, language)
}

const landingPage = { WALLET: walletPage, CARD: cardPage }

async function decide(
  { payments, webhooks, now }: Pages,
  request: Request,
  payment: SimulatedPayment,
  language: PageLanguage,
): Promise<Response> {
  const text = await request.text()
  if (text.length > MAX_FORM_BYTES) return new Response(null, { status: 413 })
  const form = new URLSearchParams(text)
  // A form that is sent twice: the first one counts.
  if (payment.state !== 'CREATED') return back(payment)
  let delivered: Promise<unknown>
  if (form.get('decision') === 'approve') {
    const page = payment.method === 'CARD' ? cardProblem(payment, form, language, now()) : null
    const phone = form.get('phone') ?? ''
    if (page) return toPageResponse(page, language)
    if (payment.method === 'WALLET' && !isPhone(phone))
      return toPageResponse(walletPage(payment, language, { phone, phoneWrong: true }), language)
    const { approval, delivered: approving } = payments.approve(payment)
    if (!approval.ok && approval.reason !== 'over')
      return toPageResponse(
        landingPage[payment.method](payment, language, { refusal: approval.reason }),
        language,
      )
    delivered = approving
  } else delivered = payments.end(payment, 'ABORTED')
  if (webhooks.mode === 'beforeReturn') await delivered
  return back(payment)
}

/** The return address unchanged, also one that a URL parser would write in another way. */
const back = ({ returnUrl }: SimulatedPayment): Response =>
  new Response(null, { status: 303, headers: { location: returnUrl, 'cache-control': 'no-store' } })

/** The card form again, with its errors; null for a card that is accepted. */
function cardProblem(
  payment: SimulatedPayment,
  form: URLSearchParams,
  language: PageLanguage,
  now: number,
): Page | null {
  const read = (field: CardField) => form.get(field) ?? ''
  const card: Card = { number: read('number'), expiry: read('expiry'), cvc: read('cvc') }
  const errors: Partial<Record<CardField, CardError>> = {}
  for (const field of ['number', 'expiry', 'cvc'] as const) {
    const error = checkCard(field, card, { typing: false, now, numbers: Object.keys(testCards) })
    if (error) errors[field] = error
  }
  if (Object.keys(errors).length) return cardPage(payment, language, { card, errors })
  const outcome = testCards[card.number.replace(/[\s-]/g, '') as keyof typeof testCards]
  return outcome === 'approved' ? null : cardPage(payment, language, { card, refusal: outcome })
}

const overPage = ({ returnUrl }: SimulatedPayment, language: PageLanguage): Page => {
  const { over, overText, back: label } = pageTexts[language]
  return {
    status: 200,
    title: over,
    body:
      `<h1>${escapeHtml(over)}</h1><p>${escapeHtml(overText)}</p>` +
      `<a class="button main" href="${escapeHtml(returnUrl)}">${escapeHtml(label)}</a>`,
  }
}

const missingPage = (language: PageLanguage): Page => {
  const { missing, missingText } = pageTexts[language]
  return {
    status: 404,
    title: missing,
    body: `<h1>${escapeHtml(missing)}</h1><p>${escapeHtml(missingText)}</p>`,
  }
}
