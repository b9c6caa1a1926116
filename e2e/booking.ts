import type { Locator, Page } from 'playwright-core'
import type { Translate } from '#contract/text.ts'
import { button, field, heading } from './page.ts'
import { textPattern } from './salon.ts'

/** Contact details of a guest without an account. */
export const visitor = {
  firstname: 'Vera',
  lastname: 'Nygaard',
  email: 'vera@example.com',
  mobile: '20 30 40 60',
}
type Visitor = typeof visitor

/** A time that can be selected: `Friday 20 November at 13:30, Anna, 30 min, 400,00 kr.` */
const aTime = /\d\d:\d\d\s*,.+,.*\d/

/** The steps of a booking as a guest takes them, found by the texts of the page. */
export const booking = (page: Page, t: Translate) => ({
  heading: (name: string): Promise<void> => heading(page, name),
  service: (name: string | RegExp): Locator => page.getByRole('checkbox', { name }),
  person: (name: string | RegExp): Locator => page.getByRole('main').getByRole('link', { name }),
  anyone: (): Locator => page.getByRole('main').getByRole('link', { name: textPattern(t('book.anyone')) }),
  goOn: (): Locator => button(page, t('book.continue')),
  times: (): Locator => page.getByRole('main').getByRole('button', { name: aTime }),
  firstTime: (): Locator =>
    page.getByRole('region', { name: textPattern(t('book.firstFree')) }).getByRole('button'),
  timer: (): Locator => page.getByRole('timer'),
  field: (name: keyof Visitor): Locator => field(page, t(`booking.${name}`)),
  confirm: (): Locator => button(page, t('booking.confirm')).last(),
  async tell(person: Visitor = visitor): Promise<void> {
    for (const name of Object.keys(person) as (keyof Visitor)[]) await this.field(name).fill(person[name])
  },
  /** Confirms another price than the shown one, in one step: a rendering in between would restore it. */
  confirmOtherPrice(): Promise<void> {
    return this.confirm().evaluate((button: HTMLButtonElement) => {
      button.form?.querySelector('[name=price]')?.setAttribute('value', '1')
      button.click()
    })
  },
  done: (): Promise<void> => heading(page, t('booking.doneTitle')),
})
