import type { Page } from 'playwright-core'
import { pagePaths } from '#contract/site-map.ts'
import type { Translate } from '#contract/text.ts'
import type { VisitBefore } from '#contract/visit.ts'
import { notificationTypes } from '#domain/notification/notification.ts'
import { createActionCode } from '#server/identity/action-code/queries.ts'
import { createInvite } from '#server/identity/invite/queries.ts'
import { createNotification } from '#server/notification/queries.ts'
import { createUnsubscribeToken } from '#server/notification/unsubscribe-token.ts'
import { handleOf } from '#server/visit/handle.ts'
import { fillShop, madeProduct } from '#test/shops.ts'
import { makeVisit } from '#test/visit.ts'
import { booking } from './booking.ts'
import { writePages } from './content.ts'
import { ready } from './harness.ts'
import { bookElsewhere, join, openSalon, textPattern, type Caller, type Salon } from './salon.ts'
import type { Site } from './site.ts'
import {
  answerOffer,
  joinPath,
  makeWaitlist,
  openCalendar,
  setOffer,
  type WaitlistProps,
} from './waitlist-props.ts'

/**
 * Data for the states: the demo salons, guests to sign in as, visits in every state, and a salon whose pages
 * fail.
 */
export type Props = {
  aurora: Salon
  fjord: Salon
  neutral: Salon
  broken: Salon
  /** Has a shop, and no account for payments that can be used. */
  unconnected: Salon
  freja: Caller
  noah: Caller & { uid: string }
  fresh: Caller & { uid: string }
  incomplete: Caller
  invites: Record<'fresh' | 'late' | 'used', string>
  visits: Record<
    'free' | 'late' | 'cancelled' | 'past' | 'own' | 'ownPast' | 'ownCancelled' | 'changed' | 'owing',
    string
  >
  waitlist: WaitlistProps
  codes: Record<'resetPassword' | 'recoverEmail' | 'signIn' | 'customLogin', string>
  /** Can pay the order in the cart. */
  buyer: Caller
  /** Has begun the checkout of `unconnected`. */
  unconnectedBuyer: Caller
  /**
   * Browsers with a cart: without an address, with a pickup location to choose, with a payment that is open,
   * and with one that was refused.
   */
  shoppers: Record<'begun' | 'collecting' | 'paying' | 'refused', Caller>
  /**
   * The buyer's receipt that is not paid, an order with the handle of its mail, orders that were sent (just
   * now, or too long ago to withdraw), cancelled and withdrawn from; payments that are open and refused; the
   * way back from a payment that was made.
   */
  orders: Record<
    | 'open'
    | 'placed'
    | 'handle'
    | 'sent'
    | 'expired'
    | 'canceled'
    | 'withdrawn'
    | 'paying'
    | 'refused'
    | 'back',
    string
  >
}

/**
 * One state of a page. The signed-in guests have a language of their own: Danish (`freja`) and English
 * (`noah`).
 */
export type State = {
  name: string
  salon?: 'aurora' | 'fjord' | 'neutral' | 'broken' | 'unconnected'
  as?: 'freja' | 'noah' | 'fresh' | 'incomplete' | 'buyer' | 'unconnectedBuyer'
  status?: number
  path: string | ((props: Props, language: string) => string)
  steps?: (page: Page, t: Translate, props: Props) => Promise<void>
}

const image = '/art/aurora/hero.svg'
const words =
  '## Words\n\nA [link](/book), `code`, a list\n\n- one\n- two\n\n> said\n\n| a wide column | ' +
  'another | and another | and one more | and the last one |\n|---|---|---|---|---:|\n| of many ' +
  'words | 2 | 3 | 4 | 500,00 kr. |'
/** A page with every kind of block. */
export const everyBlock: Parameters<typeof writePages>[1][number]['blocks'] = [
  { type: 'hero3', heading: 'A hero', image, link: '/book', linkText: 'Book' },
  {
    type: 'hero1',
    heading: 'Another',
    subHeading: 'In **short**',
    imageUrl: image,
    ctaButtonLink: '/book',
    ctaButtonText: 'Book',
    otherLink: '/behandlinger',
    otherLinkText: 'Prices',
  },
  { type: 'hero2', title: 'A title', image },
  { type: 'article', content: [{ md: words }, { image, alt: 'Waves' }] },
  { type: 'article2', imageUrl: image, md: words, imagePosition: 'right', imageAnimation: 'slide-in' },
  { type: 'article2', imageUrl: image, md: words, imageAnimation: 'zoom-in' },
  { type: 'testimonial1', quote: 'So calm', author: 'Signe', role: 'A guest', avatar: image },
  {
    type: 'videoBlock',
    provider: 'vimeo',
    link: 'https://vimeo.com/76979871',
    aspectRatio: '9:16',
    md: words,
    title: 'The film',
    poster: image,
  },
  { type: 'videoBlock', provider: 'youtube', link: 'https://film.example/1' },
  { type: 'bloglist1', title: 'Stories', description: 'None yet' },
  { type: 'openinghours1', md: words },
  { type: 'team1' },
  { type: 'services1', types: ['farve'] },
  { type: 'map1', image, alt: 'The way' },
  { type: 'gallery1', title: 'Inside', content: [{ image }, { image, alt: 'Waves' }] },
  { type: 'articles1', page: 'inspiration' },
  {
    type: 'footer1',
    navigation: true,
    facebook: 'https://facebook.com/a',
    instagram: 'https://instagram.com/a',
    twitter: 'https://x.com/a',
    youtube: 'https://youtube.com/a',
    tiktok: 'https://tiktok.com/@a',
    whatsapp: 'https://wa.me/45',
  },
]
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const [one, two] = ['dameklip', 'glossing']

/** Creates guests and visits in the demo salons, and a salon without finance settings, whose pages fail. */
export async function makeProps(aurora: Salon, fjord: Salon, neutral: Salon): Promise<Props> {
  const broken = await openSalon(aurora.site)
  await broken.sql('delete from finance')
  await writePages(aurora, [{ id: 'every-block', title: 'Every block', blocks: everyBlock }])
  const signedIn = async (email: string) => {
    const caller = aurora.caller()
    const { uid } = await caller.call('signInWithEmailAndPassword', { email, password: 'stamgast-demo' })
    return { ...caller, uid }
  }
  const [freja, noah] = [await signedIn('freja@example.com'), await signedIn('noah@example.com')]
  // At night the member has no other visit; the next visit is within the cancel limit.
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const night =
    [2, 3, 26, 27].map((hours) => midnight + hours * HOUR_MS).find((start) => start > Date.now() + HOUR_MS) ??
    0
  const visit = async (
    days: number,
    member: string,
    row: {
      state?: 'cancelled'
      paid?: number
      fee?: number
      refunded?: number
      cancelledAt?: Date
      guestId?: string | null
      contact?: null
      changedFrom?: VisitBefore
    } = {},
  ) => {
    const made = await makeVisit(aurora.site.testDb, aurora.id, {
      start: new Date(night + days * DAY_MS),
      secret: aurora.site.secret,
      paid: 56_000,
      ...row,
      // The longest words must fit on a narrow screen.
      services: [
        { id: one, name: 'Dameklip med hovedbundsmassagebehandling', member, minutes: 60, price: 56_000 },
      ],
    })
    return made.id
  }
  const code = (kind: keyof Props['codes']) =>
    aurora.site.testDb.db.write(aurora.id, (tx) =>
      createActionCode(
        tx,
        {
          kind,
          guestId: noah.uid,
          data: { email: 'noah@example.com', newEmail: 'earlier@example.com' },
          expiresAt: new Date(Date.now() + HOUR_MS),
        },
        Date.now(),
      ),
    )
  const invite = async (days: number, used?: string) => {
    const id = await aurora.site.testDb.db.write(aurora.id, (tx) =>
      createInvite(tx, {
        prefill: { firstname: 'Signe' },
        expiresAt: new Date(Date.now() + days * DAY_MS),
        createdAt: new Date(),
      }),
    )
    if (used) await aurora.sql('update invite set used_at = now() - $2::interval where id = $1', [id, used])
    return id
  }
  return {
    codes: {
      resetPassword: await code('resetPassword'),
      recoverEmail: await code('recoverEmail'),
      signIn: await code('signIn'),
      customLogin: await code('customLogin'),
    },
    waitlist: await makeWaitlist(aurora, noah),
    ...(await makeOrders(aurora)),
    ...(await makeUnconnected(aurora.site)),
    aurora,
    fjord,
    neutral,
    broken,
    freja,
    noah,
    fresh: await join(aurora, { language: 'en' }),
    incomplete: await join(aurora, { details: false }),
    invites: { fresh: await invite(1), late: await invite(-1), used: await invite(1, '1 hour') },
    visits: {
      free: await visit(6, 'karoline'),
      late: await visit(0, 'karoline'),
      past: await visit(-3, 'karoline'),
      cancelled: await visit(7, 'karoline', {
        state: 'cancelled',
        fee: 28_000,
        refunded: 28_000,
        cancelledAt: new Date(),
      }),
      own: await visit(8, 'karoline', { guestId: noah.uid, contact: null }),
      ownPast: await visit(-400, 'karoline', { guestId: noah.uid, contact: null }),
      ownCancelled: await visit(9, 'karoline', {
        guestId: noah.uid,
        contact: null,
        state: 'cancelled',
        fee: 28_000,
        refunded: 28_000,
        cancelledAt: new Date(),
      }),
      changed: await visit(12, 'karoline', {
        guestId: noah.uid,
        contact: null,
        changedFrom: {
          start: night + 11 * DAY_MS,
          end: night + 11 * DAY_MS + HOUR_MS,
          members: ['Leyla', 'Amalie Christensen-Vestergaard'],
        },
      }),
      owing: await visit(13, 'karoline', { fee: 28_000 }),
    },
  }
}

/** Carts and receipts in every state of the checkout. */
async function makeOrders(aurora: Salon): Promise<Pick<Props, 'buyer' | 'shoppers' | 'orders'>> {
  const tenantId = aurora.id
  const fill = async (caller: Caller): Promise<Caller> => {
    await caller.call('addToCart', { tenantId, variantId: 'mild-shampoo-250' })
    await caller.call('addToCart', { tenantId, variantId: 'kam', quantity: 2 })
    return caller
  }
  const customerDetails = {
    firstName: 'Alma',
    lastName: 'Lund',
    email: 'alma@example.com',
    phone: '20304050',
    address: 'Nørregade 1',
    city: 'Aarhus C',
    postalCode: '8000',
    country: 'DK',
  }
  const begin = async ({ call }: Caller, type: string): Promise<string> => {
    const { receipt } = await call('createReceipt', { tenantId, customerDetails })
    await call('updateReceiptWithShipping', { tenantId, receiptId: receipt.id, shipping: { type } })
    return receipt.id
  }
  await aurora.sql(
    `insert into promotion (tenant_id, id, name, kind, percent, active, first_purchase, position)
     values ($1, 'gave', 'Fri fragt i vinter', 'percent', 100, true, false, 99)`,
    [tenantId],
  )
  await aurora.sql(
    `insert into discount_code (tenant_id, code, promotion_id, position, active)
     values ($1, 'GAVE', 'gave', 0, true)`,
    [tenantId],
  )
  const buyer = await join(aurora)
  const order = async (type: string, change?: string): Promise<string> => {
    const receiptId = await begin(await fill(buyer), type)
    await buyer.call('applyDiscountCode', { tenantId, receiptId, discountCode: 'GAVE' })
    const { receipt } = await buyer.call('getReceipt', { tenantId, receiptId })
    await buyer.call('setupPaymentIntent', { tenantId, receiptId, amount: receipt.total })
    if (change) await aurora.sql(`update receipt set ${change} where id = $1`, [receiptId])
    return receiptId
  }
  const placed = await order('pickupInStore')
  const sent = await order('pickupInStore', 'dispatched_at = now()')
  const expired = await order('pickupInStore', "dispatched_at = now() - interval '30 days'")
  const canceled = await order('pickupInStore', "canceled_at = now(), status = 'canceled'")
  const withdrawn = await order('pickupInStore', 'dispatched_at = now(), withdrawn_at = now()')
  await fill(buyer)
  const pay = async (caller: Caller): Promise<{ receiptId: string; reference: string; back: string }> => {
    const receiptId = await begin(await fill(caller), 'privateDelivery')
    const { receipt } = await caller.call('getReceipt', { tenantId, receiptId })
    await caller.call('setupPaymentIntent', { tenantId, receiptId, amount: receipt.total })
    const [attempt] = await aurora.sql<{ id: string; reference: string }>(
      'select id, reference from payment_attempt where receipt_id = $1',
      [receiptId],
    )
    if (!attempt) throw new Error('there is no attempt')
    const back = handleOf(aurora.site.secret, 'payment', tenantId, attempt.id)
    return { receiptId, reference: attempt.reference, back: `/checkout?ri=${receiptId}&c=true&t=${back}` }
  }
  const payers = { paying: aurora.caller(), refused: aurora.caller() }
  const [paying, refused, paid] = [
    await pay(payers.paying),
    await pay(payers.refused),
    await pay(aurora.caller()),
  ]
  aurora.site.payments?.refuse(refused.reference)
  aurora.site.payments?.approve(paid.reference)
  const collecting = await fill(aurora.caller())
  await begin(collecting, 'pickupLocation')
  return {
    buyer,
    shoppers: { begun: await fill(aurora.caller()), collecting, ...payers },
    orders: {
      open: await begin(buyer, 'privateDelivery'),
      placed,
      sent,
      expired,
      canceled,
      withdrawn,
      paying: paying.receiptId,
      refused: refused.receiptId,
      back: paid.back,
      handle: handleOf(aurora.site.secret, 'receipt', tenantId, placed),
    },
  }
}

/** A shop whose account for payments is sealed with the APP_SECRET of another installation. */
async function makeUnconnected(site: Site): Promise<Pick<Props, 'unconnected' | 'unconnectedBuyer'>> {
  const unconnected = await openSalon(site, { profile: { title: titles.unconnected, shop: true } })
  await fillShop(site.testDb, unconnected.id, {
    products: [madeProduct('comb', [{ stock: 9 }], { displayName: 'Comb' })],
  })
  await unconnected.sql(
    `insert into payment_account (tenant_id, provider, sealed, updated_at) values ($1, 'vipps', 'v1.x', now())`,
    [unconnected.id],
  )
  const unconnectedBuyer = unconnected.caller()
  await unconnectedBuyer.call('addToCart', { tenantId: unconnected.id, variantId: 'comb-0' })
  return { unconnected, unconnectedBuyer }
}

/** Opens the checkout as a browser with a cart. */
const shopAs =
  (shopper: keyof Props['shoppers'], path: string, wanted: (page: Page) => Promise<unknown>) =>
  async (page: Page, _t: Translate, { shoppers, aurora }: Props): Promise<void> => {
    await shoppers[shopper].copyCookies(page.context())
    await page.goto(aurora.url(path))
    await ready(page)
    await wanted(page)
  }

/** Far enough ahead that no time passes before the test selects it. */
const nextMonth = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1, 1))
const timesOf = (services: string, base = '/book') =>
  `${base}/time?services=${services}&month=${nextMonth.toISOString().slice(0, 7)}`

/** Signs in by the Facebook simulator as a user without an e-mail address. */
async function withoutAddress(page: Page, t: Translate): Promise<void> {
  await press(page, t('provider.facebook'))
  await page.getByRole('button', { name: 'Signe Dahl' }).click()
  await page.getByLabel(t('provider.email'), { exact: true }).waitFor()
}

const offerPath = ({ waitlist }: Props, language: string) => `${waitlist.offered.link}?lang=${language}`
const cancelPath =
  (visit: keyof Props['visits'], rest = '') =>
  ({ aurora, visits }: Props, language: string) =>
    `/cancelBooking/${aurora.handles(visits[visit]).cancel}/${language}${rest}`
const movePath =
  (visit: keyof Props['visits'], rest = '') =>
  ({ aurora, visits }: Props, language: string) =>
    `/move/${aurora.handles(visits[visit]).cancel}/${language}${rest}`
/** Chooses the first time to which a visit can be moved. */
async function chooseTime(page: Page, t: Translate): Promise<void> {
  await booking(page, t).firstTime().click()
  await page.getByRole('heading', { name: t('move.askTitle'), exact: true }).waitFor()
}
/** Releases the holds of earlier states: one IP address may hold only a few. */
const releaseHolds = ({ aurora }: Props) =>
  aurora.sql("update visit set hold_until = now() - interval '1 minute' where state = 'held'")

async function hold(page: Page, t: Translate, props: Props): Promise<void> {
  await releaseHolds(props)
  await booking(page, t).firstTime().click()
  await page.getByRole('timer').waitFor()
}
async function review(page: Page, t: Translate, props: Props): Promise<void> {
  await hold(page, t, props)
  if (await booking(page, t).field('email').count()) {
    await booking(page, t).tell()
    // The price that the guest has seen is another one: it is shown before it binds.
    await booking(page, t).confirmOtherPrice()
  }
  await booking(page, t).heading(t('booking.reviewTitle'))
}
async function done(page: Page, t: Translate, props: Props): Promise<void> {
  await review(page, t, props)
  await booking(page, t).confirm().click()
  await booking(page, t).done()
}
const photoFile = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function choosePhoto(page: Page, t: Translate, buffer: Buffer): Promise<void> {
  const file = { name: 'photo.png', mimeType: 'image/png', buffer }
  await page.getByLabel(t('photos.file'), { exact: true }).setInputFiles(file)
  await press(page, t('photos.upload'))
}

/** Adds a photo by the form of /photos. */
async function addPhoto(page: Page, t: Translate): Promise<void> {
  await choosePhoto(page, t, photoFile)
  await page.locator('main li img').first().waitFor()
}

async function addToCart(page: Page, t: Translate, quantity = '1'): Promise<void> {
  await page.getByLabel(t('addToCart.quantity'), { exact: true }).selectOption(quantity)
  await press(page, t('addToCart.button'))
}

/** Adds two pieces of the product, and opens the cart. */
async function fillCart(page: Page, t: Translate): Promise<void> {
  await addToCart(page, t, '2')
  await page
    .getByRole('link', { name: t('cartButton.open'), exact: true })
    .first()
    .click()
  await page.getByRole('heading', { name: t('cart.summary'), exact: true }).waitFor()
}

/** Sends Noah one notification of each type. */
const notifyNoah = ({ aurora, noah }: Props) =>
  aurora.site.testDb.db.write(aurora.id, async (tx) => {
    for (const type of notificationTypes)
      await createNotification(
        tx,
        noah.uid,
        { type, title: `Title of ${type}`, body: 'One line<br>and another', link: '/my-account' },
        new Date(),
      )
  })

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()

async function fillInvite(page: Page, t: Translate): Promise<void> {
  for (const [name, typed] of [
    ['onboarding.firstname', 'Signe'],
    ['onboarding.lastname', 'Overgaard'],
    ['login.email', 'freja@example.com'],
    ['onboarding.mobile', '20304050'],
    ['login.password', 'a long enough secret'],
    ['invite.confirm', 'a long enough secret'],
  ] as const)
    await page.getByLabel(t(name), { exact: true }).fill(typed)
}

/** The states of pages, by the path that they have in the route table. */
const namedStates: Record<string, State[]> = {
  '': [
    { name: 'aurora', path: '/' },
    { name: 'fjord', salon: 'fjord', path: '/' },
    { name: 'the finder', salon: 'neutral', path: '/' },
    { name: 'the finder without a find', salon: 'neutral', path: '/?salon=nosuch' },
    {
      name: 'languages open',
      path: '/',
      steps: async (page, t) => {
        await press(page, t('shell.language'))
        await page.getByRole('button', { name: 'Dansk' }).waitFor()
      },
    },
    {
      name: 'error modal',
      path: '/?message=unavailable',
      steps: (page, t) => page.getByRole('dialog', { name: t('error.title') }).waitFor(),
    },
    {
      name: 'menu open',
      path: '/',
      steps: async (page, t) => {
        await press(page, t('shell.menu'))
        await page.getByRole('button', { name: t('shell.closeMenu'), exact: true }).waitFor()
      },
    },
  ],
  behandlinger: [
    { name: 'list', path: '/behandlinger' },
    { name: 'another salon', salon: 'fjord', path: '/behandlinger' },
    {
      name: 'dialog open',
      path: '/behandlinger?type=farve&info=bundfarve',
      steps: (page) => page.getByRole('dialog').waitFor(),
    },
    { name: 'failed to load', salon: 'broken', path: '/behandlinger', status: 500 },
  ],
  'behandlinger/:serviceId': [
    { name: 'with a picture and preparation', path: '/behandlinger/balayage' },
    { name: 'plain', salon: 'fjord', path: '/behandlinger/skin-fade' },
    { name: 'no such service', path: '/behandlinger/nosuch', status: 404 },
  ],
  'person/:memberId': [
    { name: 'a person', path: '/person/karoline' },
    { name: 'another salon', salon: 'fjord', path: '/person/sindre' },
    { name: 'nobody', path: '/person/nosuch', status: 404 },
  ],
  shop: [
    { name: 'everything', path: '/shop' },
    { name: 'one type in stock', path: '/shop?type=kur&stock=true' },
    { name: 'nothing found', path: '/shop?q=nosuch' },
    { name: 'no shop', salon: 'fjord', path: '/shop', status: 404 },
  ],
  checkout: [
    { name: 'empty', path: '/checkout' },
    { name: 'no shop', salon: 'fjord', path: '/checkout', status: 404 },
    {
      name: 'a step too far',
      path: '/checkout',
      steps: shopAs('begun', '/checkout?step=3', (page) => page.locator('#firstName-error').waitFor()),
    },
    {
      name: 'pickup locations',
      path: '/checkout',
      steps: shopAs('collecting', '/checkout?step=2', (page) =>
        page.locator('input[name=location]').first().waitFor(),
      ),
    },
    { name: 'address', as: 'buyer', path: '/checkout' },
    {
      name: 'no account for payments',
      salon: 'unconnected',
      as: 'unconnectedBuyer',
      path: '/checkout',
      steps: (page, t) => page.getByText(t('checkout.paymentNotConnected')).waitFor(),
    },
    { name: 'shipping', as: 'buyer', path: '/checkout?step=2' },
    { name: 'payment', as: 'buyer', path: '/checkout?step=3' },
    {
      name: 'a code that does not count',
      as: 'buyer',
      path: '/checkout?step=3&code=nothing',
      steps: async (page, t) => {
        await press(page, t('checkout.apply'))
        await page.getByText(t('checkout.codeUnknown')).waitFor()
      },
    },
    { name: 'the whole order', as: 'buyer', path: '/checkout?step=4' },
    {
      name: 'a total that has changed',
      as: 'buyer',
      path: '/checkout?step=4',
      steps: async (page) => {
        await page.route(/\/checkout\.data/, (route) => {
          const postData = route
            .request()
            .postData()
            ?.replace(/\bamount=\d+/, 'amount=1')
          return route.continue(postData ? { postData } : {})
        })
        await page.locator('main form button.text-lg').click()
        await page.getByRole('alert').waitFor()
      },
    },
    {
      name: 'on the way to the provider',
      path: '/checkout',
      steps: async (page, t, props) => {
        await page.context().route(/\/pay\//, (route) => route.abort('aborted'))
        await shopAs('paying', `/checkout?ri=${props.orders.paying}&c=true&go=true`, () =>
          page.getByRole('link', { name: t('checkout.goButton') }).waitFor(),
        )(page, t, props)
      },
    },
    {
      name: 'payment pending',
      path: '/checkout',
      steps: (page, t, props) =>
        shopAs('paying', `/checkout?ri=${props.orders.paying}&c=true`, () =>
          page.getByRole('link', { name: t('checkout.continuePayment') }).waitFor(),
        )(page, t, props),
    },
    {
      name: 'payment failed',
      path: '/checkout',
      steps: (page, t, props) =>
        shopAs('refused', `/checkout?ri=${props.orders.refused}&c=true`, () =>
          page.getByText(t('checkout.cancelledOrFailed')).waitFor(),
        )(page, t, props),
    },
    { name: 'payment made, in another browser', path: ({ orders }) => orders.back },
    { name: 'payment not begun', as: 'buyer', path: ({ orders }) => `/checkout?ri=${orders.open}&c=true` },
    { name: 'payment unknown', as: 'buyer', path: '/checkout?ri=nothing&c=true' },
  ],
  'payment-success': [
    { name: 'an order', as: 'buyer', path: ({ orders }) => `/payment-success?orderId=${orders.placed}` },
    { name: 'without details', path: '/payment-success?orderId=unknown' },
  ],
  receipt: [
    { name: 'own', as: 'buyer', path: ({ orders }) => `/receipt?orderId=${orders.placed}` },
    { name: 'by the mail', path: ({ orders }) => `/receipt?receipt=${orders.handle}` },
    { name: 'cancelled', as: 'buyer', path: ({ orders }) => `/receipt?orderId=${orders.canceled}` },
    { name: 'unknown', path: '/receipt?receipt=unknown', status: 404 },
  ],
  withdrawal: [
    { name: 'before the dispatch', path: ({ orders }) => `/withdrawal?receipt=${orders.handle}` },
    { name: 'after the dispatch', as: 'buyer', path: ({ orders }) => `/withdrawal?orderId=${orders.sent}` },
    { name: 'too late', as: 'buyer', path: ({ orders }) => `/withdrawal?orderId=${orders.expired}` },
    { name: 'cancelled', as: 'buyer', path: ({ orders }) => `/withdrawal?orderId=${orders.canceled}` },
    { name: 'received', as: 'buyer', path: ({ orders }) => `/withdrawal?orderId=${orders.withdrawn}` },
    { name: 'unknown', path: '/withdrawal?receipt=unknown', status: 404 },
  ],
  'home/orders': [
    { name: 'several', as: 'buyer', path: '/home/orders' },
    { name: 'none', as: 'noah', path: '/home/orders' },
  ],
  'home/orders/:orderId': [
    { name: 'received', as: 'buyer', path: ({ orders }) => `/home/orders/${orders.placed}` },
    { name: 'sent', as: 'buyer', path: ({ orders }) => `/home/orders/${orders.sent}` },
    { name: 'withdrawn', as: 'buyer', path: ({ orders }) => `/home/orders/${orders.withdrawn}` },
    { name: 'unknown', as: 'buyer', path: '/home/orders/unknown', status: 404 },
  ],
  'shop/product/:productId': [
    { name: 'sizes and pictures', path: '/shop/product/mild-shampoo' },
    { name: 'one size', path: '/shop/product/kam' },
    { name: 'sold out', path: '/shop/product/kur-afblegning' },
    { name: 'no such product', path: '/shop/product/nothing', status: 404 },
    {
      name: 'added to the cart',
      path: '/shop/product/kam',
      steps: async (page, t) => {
        await addToCart(page, t)
        await page
          .getByRole('link', { name: t('cartButton.open'), exact: true })
          .first()
          .waitFor()
      },
    },
    {
      name: 'the cart open',
      path: '/shop/product/kam',
      steps: async (page, t) => {
        await addToCart(page, t)
        await page.locator('.cart-button').click()
        await page.locator('#cart li').first().waitFor()
      },
    },
    {
      name: 'too many for the cart',
      path: '/shop/product/pomade',
      steps: async (page, t) => {
        await addToCart(page, t, '9')
        await page.getByRole('alert').waitFor()
      },
    },
  ],
  'shop/cart': [
    { name: 'empty', path: '/shop/cart' },
    { name: 'lines', path: '/shop/product/kam', steps: fillCart },
    {
      name: 'too many in it',
      path: '/shop/product/haandklaede',
      steps: async (page, t, { aurora }) => {
        const setStock = (to: number) =>
          aurora.sql("update product_variant set stock = $1 where id = 'haandklaede'", [to])
        await fillCart(page, t)
        await setStock(1)
        await page.reload()
        await page.getByText(t('cart.blocked'), { exact: true }).waitFor()
        await ready(page)
        await setStock(20)
      },
    },
    {
      name: 'joined at a sign-in',
      as: 'fresh',
      path: '/shop/cart',
      steps: async (page, t, { aurora, fresh }) => {
        await fresh.call('addToCart', { tenantId: aurora.id, variantId: 'kam', quantity: 1 })
        await aurora.sql('update cart set notice = $1 where guest_id = $2', [
          { reduced: [{ variantId: 'kam', wanted: 9, got: 1 }] },
          fresh.uid,
        ])
        await page.reload()
        await page.getByText(t('cart.merged'), { exact: true }).waitFor()
        await ready(page)
      },
    },
    { name: 'no shop', salon: 'fjord', path: '/shop/cart', status: 404 },
  ],
  book: [
    { name: 'nothing chosen', path: '/book' },
    { name: 'chosen and noted', path: `/book?services=${one},nosuch,${two}&teamMember=nobody` },
    {
      name: 'sent without a choice',
      path: '/book',
      steps: async (page, t) => {
        await booking(page, t).goOn().click()
        await page.getByText(t('book.chooseOne')).waitFor()
      },
    },
  ],
  'book/person': [
    { name: 'one service', path: `/book/person?services=${one}` },
    {
      name: 'a person for each',
      path: `/book/person?services=${one},bryn&teamMember=karoline,leyla`,
      steps: async (page, t) => {
        if (!(await page.getByRole('button', { name: t('book.seeTimes') }).isVisible()))
          await page.getByText(t('book.each')).click()
      },
    },
  ],
  'book/time': [
    { name: 'month', path: `/book/time?services=${one}` },
    {
      name: 'another day',
      path: `/book/time?services=${one},${two}&teamMember=any`,
      steps: (page, t) =>
        page
          .getByRole('navigation', { name: t('book.days') })
          .getByRole('link')
          .last()
          .click(),
    },
    { name: 'full month', path: '/book/time?services=skaegtrim&month=2028-01' },
    {
      name: 'empty day',
      path: timesOf(`${one},${two}`),
      steps: async (page, t) => {
        await page
          .getByRole('navigation', { name: t('book.days') })
          .getByRole('link')
          .filter({ hasText: '–' })
          .first()
          .click()
        await page.getByRole('link', { name: t('book.joinWaitlist'), exact: true }).waitFor()
      },
    },
    {
      name: 'just taken',
      path: timesOf('skaegtrim'),
      steps: async (page, t, props) => {
        await releaseHolds(props)
        // The times that are free now.
        await page.reload()
        await ready(page)
        await bookElsewhere(props.aurora, props.aurora.caller(), {
          services: ['skaegtrim'],
          from: nextMonth.getTime(),
          details: true,
        })
        await booking(page, t).firstTime().click()
        await page.getByRole('region', { name: t('book.takenTitle') }).waitFor()
      },
    },
  ],
  'book/details': [
    { name: 'empty', path: timesOf(one), steps: hold },
    {
      name: 'wrong',
      path: timesOf(two),
      steps: async (page, t, props) => {
        await hold(page, t, props)
        await booking(page, t).confirm().click()
        await page.getByRole('alert').waitFor()
      },
    },
    {
      name: 'for another person, with a note',
      path: timesOf(one),
      steps: async (page, t, props) => {
        await hold(page, t, props)
        await page.getByText(t('booking.forOther'), { exact: true }).click()
        await page.getByText(t('booking.noteAdd'), { exact: true }).click()
      },
    },
    { name: 'nothing held', path: `/book/details?hold=${'x'.repeat(32)}&services=${one}` },
  ],
  'book/confirm': [
    { name: 'review', path: timesOf(`${one},bryn`), steps: review },
    {
      name: 'lost meanwhile',
      path: timesOf('skin-fade'),
      steps: async (page, t, props) => {
        await review(page, t, props)
        await releaseHolds(props)
        await bookElsewhere(props.aurora, props.aurora.caller(), {
          services: ['skin-fade'],
          from: nextMonth.getTime(),
          details: true,
        })
        await booking(page, t).confirm().click()
        await booking(page, t).heading(t('book.takenTitle'))
      },
    },
  ],
  'book/done': [
    { name: 'booked', path: timesOf(one), steps: done },
    {
      name: 'note saved, no password',
      path: timesOf(one),
      steps: async (page, t, props) => {
        await done(page, t, props)
        await page.getByText(t('booking.noteAdd'), { exact: true }).click()
        await page.getByLabel(t('booking.note')).fill('Short')
        await press(page, t('booking.noteSave'))
        await page.getByText(t('booking.noteSaved')).waitFor()
        await press(page, t('signUp.submit'))
        await page.getByText(t('login.passwordMissing')).waitFor()
      },
    },
    {
      name: 'cancelled',
      path: ({ aurora, visits }) => `/book/done?visit=${aurora.handles(visits.cancelled).visit}`,
    },
  ],
  'book/waitlist': [
    { name: 'a month suggested', path: joinPath },
    { name: 'calendar open', path: joinPath, steps: openCalendar },
    {
      name: 'nothing filled in',
      path: joinPath,
      steps: async (page, t) => {
        await page.getByText(t('preference.more'), { exact: true }).click()
        await press(page, t('joinWaitlist.button'))
        await page.getByRole('alert').waitFor()
      },
    },
    {
      name: 'to be confirmed',
      path: joinPath,
      steps: async (page, t) => {
        for (const [name, typed] of [
          ['booking.firstname', 'Signe'],
          ['booking.lastname', 'Dahl'],
          ['booking.email', `waiting${Date.now()}@example.com`],
        ] as const)
          await page.getByLabel(t(name), { exact: true }).fill(typed)
        await press(page, t('joinWaitlist.button'))
        await page.getByRole('heading', { name: t('joinWaitlist.sentTitle'), exact: true }).waitFor()
      },
    },
  ],
  'appointments/waitlist': [
    {
      name: 'two periods',
      as: 'freja',
      path: joinPath.replace('/book/', '/appointments/'),
      steps: async (page, t) => {
        await press(page, t('preference.addWindow'))
        await page.getByRole('heading', { name: t('preference.window', { number: 2 }) }).waitFor()
      },
    },
  ],
  photos: [
    { name: 'none', as: 'fresh', path: '/photos' },
    { name: 'one added', as: 'noah', path: '/photos', steps: addPhoto },
    {
      name: 'no picture',
      as: 'noah',
      path: '/photos',
      steps: async (page, t) => {
        await choosePhoto(page, t, Buffer.from('no picture at all'))
        await page.getByText(t('photos.notAPicture')).waitFor()
      },
    },
    {
      name: 'one shown',
      as: 'noah',
      path: '/photos',
      steps: async (page, t) => {
        await addPhoto(page, t)
        await page.locator('main li a').first().click()
        await page.getByRole('link', { name: t('photos.download') }).waitFor()
      },
    },
    {
      name: 'question before deleting',
      as: 'noah',
      path: '/photos',
      steps: async (page, t) => {
        await addPhoto(page, t)
        await page.locator('main li a').first().click()
        await page.getByRole('link', { name: t('photos.delete'), exact: true }).click()
        await page.getByRole('heading', { name: t('photos.deleteTitle') }).waitFor()
      },
    },
  ],
  waitlist: [
    { name: 'entries', as: 'noah', path: '/waitlist' },
    { name: 'one named', as: 'noah', path: ({ waitlist }) => `/waitlist;id=${waitlist.own[1]}` },
    { name: 'none', as: 'fresh', path: '/waitlist' },
    { name: 'editing', as: 'noah', path: ({ waitlist }) => `/waitlist?edit=${waitlist.own[1]}` },
    { name: 'question as a page', as: 'noah', path: ({ waitlist }) => `/waitlist?leave=${waitlist.own[1]}` },
    {
      name: 'question open',
      as: 'noah',
      path: '/waitlist',
      steps: async (page, t) => {
        await page
          .getByRole('button', { name: textPattern(t('waitlist.delete')) })
          .first()
          .click()
        await page.getByRole('dialog', { name: t('waitlist.deleteTitle') }).waitFor()
      },
    },
  ],
  'waitlist/:matrix': [{ name: 'no such page', path: '/waitlist/nonsense', status: 404 }],
  'waitlist/confirm/:wait/:lang?': [
    {
      name: 'asked',
      path: ({ waitlist }, language) => `/waitlist/confirm/${waitlist.unconfirmed.confirm}/${language}`,
    },
    {
      name: 'confirmed',
      path: ({ waitlist }, language) => `/waitlist/confirm/${waitlist.unconfirmed.confirm}/${language}`,
      steps: async (page, t, { aurora, waitlist }) => {
        await press(page, t('waitlistLink.confirm'))
        await page.getByRole('heading', { name: t('waitlistLink.confirmedTitle'), exact: true }).waitFor()
        await aurora.sql('update waitlist_entry set confirmed_at = null where id = $1', [
          waitlist.unconfirmed.id,
        ])
      },
    },
    {
      name: 'paused',
      path: ({ waitlist }, language) => `/waitlist/confirm/${waitlist.unconfirmed.confirm}/${language}`,
      steps: async (page, t, { aurora, waitlist }) => {
        const { id } = waitlist.unconfirmed
        await aurora.sql("update waitlist_entry set confirmed_at = now(), state = 'paused' where id = $1", [
          id,
        ])
        await page.reload()
        await page.getByRole('heading', { name: t('waitlistLink.resumeTitle'), exact: true }).waitFor()
        await ready(page)
        await aurora.sql("update waitlist_entry set confirmed_at = null, state = 'waiting' where id = $1", [
          id,
        ])
      },
    },
    {
      name: 'unknown',
      path: (_, language) => `/waitlist/confirm/${'x'.repeat(32)}/${language}`,
      status: 404,
    },
  ],
  'awi/:messageId?/:waitlistId?': [
    { name: 'valid', path: offerPath },
    ...(['accepted', 'expired', 'withdrawn'] as const).map((state) => ({
      name: state,
      path: offerPath,
      steps: async (page: Page, t: Translate, props: Props) => {
        await setOffer(props, state)
        await page.reload()
        // The bare address shows this until its script has found the offer again.
        await page.getByRole('heading', { name: t('offer.loadingTitle') }).waitFor({ state: 'detached' })
        await page.waitForURL(/\/awi$/)
        await ready(page)
        await setOffer(props, 'open')
      },
    })),
    {
      name: 'booked',
      path: offerPath,
      steps: async (page, t, props) => {
        await answerOffer(page, t('offer.accept'), props, 'accepted')
        await page.getByRole('dialog', { name: t('offer.bookedTitle') }).waitFor()
        await setOffer(props, 'open')
      },
    },
    {
      name: 'lost',
      path: offerPath,
      steps: async (page, t, props) => {
        await answerOffer(page, t('offer.accept'), props, 'expired')
        await page.getByRole('dialog', { name: t('offer.lostTitle') }).waitFor()
        await setOffer(props, 'open')
      },
    },
    {
      name: 'declined',
      path: offerPath,
      steps: async (page, t, props) => {
        await answerOffer(page, t('offer.decline'), props, 'declined')
        await page.getByRole('heading', { name: t('offer.declinedTitle'), exact: true }).waitFor()
        await setOffer(props, 'open')
      },
    },
    { name: 'unknown', path: `/awi/${'x'.repeat(32)}/${'y'.repeat(32)}`, status: 404 },
    {
      name: 'no offer named',
      path: '/awi',
      steps: (page, t) => page.getByText(t('offer.unknown')).waitFor(),
    },
  ],
  landing: [
    { name: 'valid', path: ({ waitlist }, language) => `${waitlist.offered.landing}&lang=${language}` },
    {
      name: 'changed',
      path: ({ waitlist }, language) =>
        `${waitlist.offered.landing.replace(/&t=[^&]*/, '&t=fjord')}&lang=${language}`,
      status: 409,
    },
  ],
  'extendWaitlist/:wait/:lang?': [
    {
      name: 'extended',
      path: ({ waitlist }, language) => `/extendWaitlist/${waitlist.offered.extend}/${language}?days=60`,
      steps: (page, t) =>
        page.getByRole('heading', { name: t('waitlistLink.extendedTitle'), exact: true }).waitFor(),
    },
    { name: 'unknown', path: (_, language) => `/extendWaitlist/${'x'.repeat(32)}/${language}`, status: 404 },
  ],
  'unsubscribeWaitlist/:wait/:lang?': [
    {
      name: 'asked',
      path: ({ waitlist }, language) => `/unsubscribeWaitlist/${waitlist.unconfirmed.leave}/${language}`,
    },
    {
      name: 'left',
      path: ({ waitlist }, language) => `/unsubscribeWaitlist/${waitlist.unconfirmed.leave}/${language}`,
      steps: async (page, t, { aurora, waitlist }) => {
        await press(page, t('waitlistLink.leave'))
        await page.getByRole('heading', { name: t('waitlistLink.leftTitle'), exact: true }).waitFor()
        await aurora.sql("update waitlist_entry set state = 'waiting' where id = $1", [
          waitlist.unconfirmed.id,
        ])
      },
    },
    {
      name: 'unknown',
      path: (_, language) => `/unsubscribeWaitlist/${'x'.repeat(32)}/${language}`,
      status: 404,
    },
  ],
  'book/:matrix': [{ name: 'no such step', path: '/book/nonsense', status: 404 }],
  appointments: [{ name: 'chosen', as: 'freja', path: `/appointments;step=services?services=${one},${two}` }],
  'appointments/person': [
    { name: 'with a choice', as: 'noah', path: '/appointments/person?services=herreklip&teamMember=magnus' },
  ],
  'appointments/time': [{ name: 'month', as: 'freja', path: `/appointments/time?services=${two}` }],
  'appointments/details': [
    { name: 'nothing held', as: 'noah', path: '/appointments/details?services=herreklip' },
  ],
  'appointments/confirm': [
    { name: 'review', as: 'freja', path: timesOf(two, '/appointments'), steps: review },
  ],
  'appointments/done': [
    { name: 'booked', as: 'noah', path: timesOf('herreklip', '/appointments'), steps: done },
  ],
  'appointments/:matrix': [{ name: 'no such step', as: 'noah', path: '/appointments/nonsense', status: 404 }],
  login: [
    { name: 'empty', path: '/login' },
    { name: 'with an account just made', path: '/login?message=account-made' },
    {
      name: 'on the way to a booking',
      path: `/login?to=${encodeURIComponent(`/appointments?services=${one}`)}`,
    },
    {
      name: 'failed',
      path: '/login',
      steps: async (page, t) => {
        await page.getByLabel(t('login.email'), { exact: true }).fill('nobody@example.com')
        await page.getByLabel(t('login.password'), { exact: true }).fill('wrong')
        await press(page, t('login.submit'))
        await page.getByRole('alert').waitFor()
      },
    },
  ],
  login2: [
    { name: 'magic', path: '/login2?loginType=magic' },
    {
      name: 'nothing filled in',
      path: '/login2',
      steps: async (page, t) => {
        await press(page, t('login.submit'))
        await page.getByRole('alert').waitFor()
      },
    },
  ],
  'new-guest2': [
    { name: 'empty', path: '/new-guest2' },
    {
      name: 'nothing filled in',
      path: '/new-guest2',
      steps: async (page, t) => {
        await press(page, t('signUp.submit'))
        await page.getByRole('alert').waitFor()
      },
    },
    {
      name: 'address in use',
      path: '/new-guest2',
      steps: async (page, t) => {
        await page.getByLabel(t('login.email'), { exact: true }).fill('freja@example.com')
        await page.getByLabel(t('login.password'), { exact: true }).fill('a long enough secret')
        await press(page, t('signUp.submit'))
        await page.getByRole('dialog').waitFor()
      },
    },
  ],
  'new-guest': [{ name: 'empty', path: '/new-guest' }],
  tc: [
    { name: 'terms', path: '/tc' },
    { name: 'of the neutral site', salon: 'neutral', path: '/tc' },
    {
      name: 'asking whether to count',
      salon: 'fjord',
      path: '/tc',
      steps: (page, t) => page.getByRole('region', { name: t('consent.title'), exact: true }).waitFor(),
    },
  ],
  cookies: [{ name: 'to choose', salon: 'fjord', path: '/cookies' }],
  'sign-in/provider': [{ name: 'nothing chosen', path: '/sign-in/provider' }],
  'sign-in/callback': [
    { name: 'over', path: '/sign-in/callback?code=x' },
    { name: 'an address is missing', path: '/login', steps: withoutAddress },
    {
      name: 'a wrong address',
      path: '/login',
      steps: async (page, t) => {
        await withoutAddress(page, t)
        await press(page, t('provider.askSubmit'))
        await page.getByRole('alert').waitFor()
      },
    },
    {
      name: 'a link is on its way',
      path: '/login',
      steps: async (page, t) => {
        await withoutAddress(page, t)
        await page.getByLabel(t('provider.email'), { exact: true }).fill('signe@example.com')
        await press(page, t('provider.askSubmit'))
        await page.getByRole('heading', { name: t('provider.mailedTitle') }).waitFor()
      },
    },
  ],
  'sign-in/reset': [
    { name: 'empty', path: '/sign-in/reset' },
    {
      name: 'the modal',
      path: '/login',
      steps: async (page, t) => {
        await page.getByRole('link', { name: t('login.forgot'), exact: true }).click()
        await page.getByRole('dialog', { name: t('reset.title'), exact: true }).waitFor()
      },
    },
  ],
  confirm: [
    { name: 'no link', path: '/confirm', status: 404 },
    { name: 'used', path: `/confirm?mode=signIn&oobCode=aurora.${'x'.repeat(22)}`, status: 410 },
    {
      name: 'new password',
      path: (props) => `/confirm?mode=resetPassword&oobCode=${props.codes.resetPassword}`,
    },
    {
      name: 'refused',
      path: (props) => `/confirm?mode=resetPassword&oobCode=${props.codes.resetPassword}`,
      steps: async (page, t) => {
        for (const label of ['confirm.password', 'confirm.repeatPassword'] as const)
          await page.getByLabel(t(label), { exact: true }).fill('hemmelig')
        await press(page, t('confirm.resetButton'))
        await page.getByRole('alert').waitFor()
      },
    },
    {
      name: 'after a button',
      path: (props) => `/confirm?mode=recoverEmail&oobCode=${props.codes.recoverEmail}`,
    },
    { name: 'sign-in elsewhere', path: (props) => `/confirm?mode=signIn&oobCode=${props.codes.signIn}` },
  ],
  changeEmail: [
    { name: 'empty', as: 'noah', path: '/changeEmail' },
    {
      name: 'refused',
      as: 'freja',
      path: '/changeEmail',
      steps: async (page, t) => {
        await page.getByLabel(t('changeEmail.newEmail'), { exact: true }).fill('nonsense')
        await press(page, t('changeEmail.submit'))
        await page.getByRole('alert').waitFor()
      },
    },
    {
      name: 'sent',
      as: 'fresh',
      path: '/changeEmail',
      steps: async (page, t) => {
        await page.getByLabel(t('changeEmail.newEmail'), { exact: true }).fill('another@example.com')
        await press(page, t('changeEmail.submit'))
        await page.getByRole('heading', { level: 1, name: t('changeEmail.sentTitle') }).waitFor()
      },
    },
  ],
  'sign-in/magic': [
    { name: 'empty', path: '/sign-in/magic' },
    {
      name: 'no address',
      path: '/sign-in/magic',
      steps: async (page, t) => {
        await press(page, t('magic.submit'))
        await page.getByRole('alert').waitFor()
      },
    },
    { name: 'in the login', path: '/login?loginType=magic' },
    {
      name: 'countries open',
      path: '/login?loginType=magic',
      steps: async (page) => {
        await page.locator('input[role=combobox]').fill('d')
        await page.getByRole('listbox').waitFor()
      },
    },
    {
      name: 'sent',
      path: '/login?loginType=magic',
      steps: async (page, t) => {
        // Scripts stay on the page and show the result there; without them the form redirects.
        await page.locator('input[name=stay]').waitFor({ state: 'attached' })
        await page.getByLabel(t('magic.email'), { exact: true }).fill('nobody@example.com')
        await press(page, t('magic.submit'))
        await page.getByText(t('magic.sentHint'), { exact: true }).waitFor()
      },
    },
  ],
  'custom-login/:linkIdentifier?': [
    { name: 'without a link', path: '/custom-login', status: 400 },
    { name: 'over', path: '/custom-login/aurora.AAAAAAAAAAAAAAAAAAAAAA', status: 410 },
    {
      name: 'continue as',
      path: ({ codes }, language) => `/custom-login/${codes.customLogin}?lang=${language}`,
    },
  ],
  'cl/:linkIdentifier?': [{ name: 'over', path: '/cl/aurora.AAAAAAAAAAAAAAAAAAAAAA?ml=true', status: 410 }],
  gong: [
    { name: 'empty', path: '/gong' },
    {
      name: 'wrong',
      path: '/gong',
      steps: async (page, t) => {
        await press(page, t('code.send'))
        await page.getByRole('alert').waitFor()
      },
    },
    {
      name: 'the code',
      path: '/gong',
      steps: async (page, t) => {
        await page.getByLabel(t('code.address'), { exact: true }).fill('nobody@example.com')
        await press(page, t('code.send'))
        await page.getByLabel(t('code.code'), { exact: true }).waitFor()
      },
    },
  ],
  'unsubscribe/:token': [
    {
      name: 'asked',
      path: ({ aurora, noah }) =>
        `/unsubscribe/${createUnsubscribeToken(aurora.site.secret, aurora, { kind: 'reminder', id: noah.uid })}`,
    },
    {
      name: 'done',
      path: ({ aurora, fresh }) =>
        `/unsubscribe/${createUnsubscribeToken(aurora.site.secret, aurora, { kind: 'reminder', id: fresh.uid })}`,
      steps: async (page, t) => {
        await press(page, t('unsubscribe.button'))
        await page.getByRole('heading', { name: t('unsubscribe.doneTitle'), exact: true }).waitFor()
      },
    },
    {
      name: 'of the waitlist, and paused',
      path: ({ aurora, fresh }) =>
        `/unsubscribe/${createUnsubscribeToken(aurora.site.secret, aurora, { kind: 'waitlist', id: fresh.uid })}`,
      steps: async (page, t, { aurora, fresh }) => {
        await aurora.sql('update guest set mobile_verified = false where id = $1', [fresh.uid])
        await fresh.call('joinWaitlist', { services: ['dameklip'] })
        await press(page, t('unsubscribe.waitlistButton'))
        await page.getByText(t('unsubscribe.waitlistPaused')).waitFor()
        await aurora.sql('delete from waitlist_entry where guest_id = $1', [fresh.uid])
      },
    },
    {
      name: 'of a contact',
      path: ({ aurora, fresh }) =>
        `/unsubscribe/${createUnsubscribeToken(aurora.site.secret, aurora, { kind: 'entry', id: fresh.uid })}`,
    },
    {
      name: 'no such link',
      path: '/unsubscribe/nothing',
      steps: async (page, t) => {
        await press(page, t('unsubscribe.button'))
        await page.getByRole('alert').waitFor()
      },
    },
  ],
  'confirmMobile/:id/:language/:user': [
    {
      name: 'over',
      path: (_, language) => `/confirmMobile/aurora.AAAAAAAAAAAAAAAAAAAAAA/${language}/nobody`,
      steps: (page) => page.getByRole('alert').waitFor(),
    },
  ],
  'userInvite/:id': [
    { name: 'form', path: ({ invites }, language) => `/userInvite/${invites.fresh}?lang=${language}` },
    { name: 'ready to save', path: ({ invites }) => `/userInvite/${invites.fresh}`, steps: fillInvite },
    {
      name: 'nothing filled in',
      path: ({ invites }) => `/userInvite/${invites.fresh}`,
      steps: async (page) => {
        await page.locator('main form').evaluate((form) => (form as HTMLFormElement).requestSubmit())
        await page.getByRole('alert').waitFor()
      },
    },
    {
      name: 'address in use',
      path: ({ invites }) => `/userInvite/${invites.fresh}`,
      steps: async (page, t) => {
        await fillInvite(page, t)
        await press(page, t('invite.save'))
        await page.getByRole('dialog', { name: t('invite.failedTitle') }).waitFor()
      },
    },
    { name: 'unknown', path: '/userInvite/unknown', status: 404 },
    { name: 'expired', path: ({ invites }) => `/userInvite/${invites.late}`, status: 410 },
    { name: 'used', path: ({ invites }) => `/userInvite/${invites.used}`, status: 410 },
  ],
  onboarding: [
    { name: 'empty', as: 'incomplete', path: '/onboarding' },
    {
      name: 'nothing filled in',
      as: 'incomplete',
      path: '/onboarding',
      steps: async (page, t) => {
        await press(page, t('onboarding.submit'))
        await page.getByRole('alert').waitFor()
      },
    },
  ],
  'my-account': [
    { name: 'with visits', as: 'freja', path: '/my-account' },
    { name: 'without visits', as: 'fresh', path: '/my-account' },
    {
      name: 'user menu open',
      as: 'fresh',
      path: '/my-account',
      steps: async (page, t) => {
        await press(page, t('shell.userMenu'))
        await page.getByRole('link', { name: t('shell.profile'), exact: true }).waitFor()
      },
    },
    {
      name: 'question open',
      as: 'freja',
      path: '/my-account',
      steps: async (page, t) => {
        await page
          .getByRole('main')
          .getByRole('button', { name: textPattern(t('account.cancel')) })
          .first()
          .click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'waitlist question open',
      as: 'noah',
      path: '/my-account',
      steps: async (page, t) => {
        await page
          .getByRole('region', { name: t('waitlist.title'), exact: true })
          .getByRole('button')
          .first()
          .click()
        await page.getByRole('dialog', { name: t('waitlist.deleteTitle') }).waitFor()
      },
    },
    {
      name: 'success modal',
      as: 'noah',
      path: '/my-account?message=visit-cancelled',
      steps: (page, t) => page.getByRole('dialog', { name: t('shell.done') }).waitFor(),
    },
    {
      name: 'told just now',
      as: 'noah',
      path: '/my-account',
      steps: async (page, t, props) => {
        await page.getByRole('region', { name: t('shell.notifications') }).waitFor({ state: 'attached' })
        await notifyNoah(props)
        await page.getByRole('button', { name: t('notification.dismissAll') }).waitFor()
      },
    },
    {
      name: 'a toast',
      as: 'noah',
      path: '/my-account?message=profile-updated',
      steps: (page, t) => page.getByText(t('shell.profileUpdated')).first().waitFor(),
    },
  ],
  'my-account/visits': [
    { name: 'with visits', as: 'noah', path: '/my-account/visits' },
    { name: 'without visits', as: 'fresh', path: '/my-account/visits' },
  ],
  'my-account/visits/:id': [
    { name: 'to come', as: 'noah', path: ({ visits }) => `/my-account/visits/${visits.own}` },
    { name: 'changed', as: 'noah', path: ({ visits }) => `/my-account/visits/${visits.changed}` },
    { name: 'cancelled', as: 'noah', path: ({ visits }) => `/my-account/visits/${visits.ownCancelled}` },
    { name: 'over', as: 'noah', path: ({ visits }) => `/my-account/visits/${visits.ownPast}` },
    { name: 'unknown', as: 'freja', path: '/my-account/visits/1', status: 404 },
  ],
  'my-account/cancel/:id': [
    { name: 'question', as: 'noah', path: ({ visits }) => `/my-account/cancel/${visits.own}` },
    { name: 'unknown', as: 'freja', path: '/my-account/cancel/1', status: 404 },
  ],
  'profile/notifications': [
    { name: 'form', as: 'freja', path: '/profile/notifications' },
    {
      name: 'a time that is none',
      as: 'freja',
      path: '/profile/notifications',
      steps: async (page, t) => {
        await page.locator('#quietFrom').fill('')
        await press(page, t('account.save'))
        await page.getByRole('alert').waitFor()
      },
    },
    {
      name: 'told before',
      as: 'noah',
      path: '/profile/notifications',
      steps: async (page, t, props) => {
        await notifyNoah(props)
        await page.reload()
        await page.getByRole('button', { name: t('notification.readAll') }).waitFor()
      },
    },
  ],
  'profile/security': [
    { name: 'just signed in', as: 'freja', path: '/profile/security' },
    {
      name: 'wrong password',
      as: 'noah',
      path: '/profile/security',
      steps: async (page, t) => {
        await press(page, t('profile.passwordSave'))
        await page.getByRole('alert').waitFor()
      },
    },
  ],
  'profile/privacy': [
    { name: 'what is cancelled', as: 'noah', path: '/profile/privacy' },
    {
      name: 'not confirmed',
      as: 'freja',
      path: '/profile/privacy',
      steps: async (page, t) => {
        await press(page, t('profile.deleteButton'))
        await page.getByRole('alert').waitFor()
      },
    },
  ],
  'profile/:ding?': [
    { name: 'form', as: 'freja', path: '/profile' },
    {
      name: 'wrong',
      as: 'noah',
      path: '/profile/contact',
      steps: async (page, t) => {
        await page.getByLabel(t('onboarding.firstname'), { exact: true }).fill('')
        await press(page, t('account.save'))
        await page.getByRole('alert').waitFor()
      },
    },
    {
      name: 'no picture chosen',
      as: 'fresh',
      path: '/profile/contact',
      steps: async (page, t) => {
        await page
          .getByLabel(t('profile.pictureFile'), { exact: true })
          .setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
        await press(page, t('profile.pictureSave'))
        await page.getByText(t('profile.pictureBad')).waitFor()
      },
    },
  ],
  'cancelBooking/:id/:lang?': [
    { name: 'free', path: cancelPath('free') },
    { name: 'late', path: cancelPath('late') },
    {
      name: 'question open',
      path: cancelPath('late'),
      steps: async (page, t) => {
        await press(page, t('cancel.button'))
        await page.getByRole('dialog').waitFor()
      },
    },
    { name: 'question without scripts', path: cancelPath('free', '?ask=1') },
    { name: 'cancelled before', path: cancelPath('cancelled') },
    { name: 'just cancelled', path: cancelPath('cancelled', '?done=1') },
    { name: 'begun', path: cancelPath('past') },
    { name: 'changed by the salon', path: cancelPath('changed') },
    { name: 'moved late', path: cancelPath('owing') },
    { name: 'not found', path: (_, language) => `/cancelBooking/unknown/${language}`, status: 404 },
  ],
  'move/:id/:lang?': [
    { name: 'times', path: movePath('free') },
    { name: 'times with anyone', path: movePath('free', '?teamMember=any') },
    { name: 'late', path: movePath('late') },
    { name: 'changed by the salon', path: movePath('changed') },
    { name: 'a time before the button', path: movePath('owing'), steps: chooseTime },
    { name: 'late, before the button', path: movePath('late'), steps: chooseTime },
    { name: 'a time that is gone', path: movePath('free', '?start=1900000000000') },
    { name: 'moved', path: movePath('owing', '?done=1') },
    { name: 'begun', path: movePath('past') },
    { name: 'cancelled', path: movePath('cancelled') },
    { name: 'not found', path: (_, language) => `/move/unknown/${language}`, status: 404 },
  ],
  ':pageId': [
    { name: 'heroes and articles', path: '/om-os' },
    { name: 'a list', path: '/inspiration' },
    { name: 'videos', path: '/i-stolen' },
    { name: 'every block', path: '/every-block' },
    { name: 'no such page', path: '/nothing', status: 404 },
  ],
  ':parentId/:pageId': [
    { name: 'an article', path: '/inspiration/farve-der-holder' },
    { name: 'no such page', path: '/inspiration/nothing', status: 404 },
  ],
  'message/:messageId': [
    { name: 'a message', path: (_, language) => `/message/demo-aurora-velkommen-0001?lang=${language}` },
    { name: 'no such message', path: '/message/unknown', status: 404 },
  ],
  '*': [{ name: 'not found', path: '/no/such/page', status: 404 }],
}

/** The states of every page. A page without parameters of which none is named: as it opens. */
export const states: Record<string, State[]> = {
  ...Object.fromEntries(
    pagePaths
      .filter(({ resource, path }) => !resource && !/[:*]/.test(path))
      .map(({ path, audience }) => {
        const opened: State = { name: 'as it opens', path, ...(audience !== 'public' && { as: 'noah' }) }
        return [path.slice(1), [opened]]
      }),
  ),
  ...namedStates,
}

/** All states one after the other, with the route they belong to; `at` counts the states of one page. */
export const everyState = Object.entries(states).flatMap(([route, shown]) =>
  shown.map((state, at) => ({ route: `/${route}`, name: state.name, state, at })),
)

/** The salon's name in the title of each page. */
export const titles = {
  aurora: 'Aurora Hår & Skønhed',
  fjord: 'Fjord Barber',
  neutral: 'Stamgast',
  broken: 'Title',
  unconnected: 'Salon',
}
