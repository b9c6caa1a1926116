import type { Page } from 'playwright-core'
import type { TextKey, Translate } from '#contract/text.ts'
import type { Props } from './props.ts'

/** The salon's name in the title of each page. */
export const titles = {
  aurora: 'Aurora Hår & Skønhed',
  fjord: 'Fjord Barber',
  neutral: 'Stamgast',
  broken: 'Title',
  unconnected: 'Salon',
  ruled: 'Salon',
}

/**
 * One state of a page. The signed-in guests have a language of their own: Danish (`freja`) and English
 * (`noah`).
 */
export type State = {
  name: string
  salon?: keyof typeof titles
  as?:
    | 'freja'
    | 'noah'
    | 'fresh'
    | 'incomplete'
    | 'buyer'
    | 'unconnectedBuyer'
    | 'owner'
    | 'practitioner'
    | 'fjordOwner'
    | 'desk'
  status?: number
  path: string | ((props: Props, language: string) => string)
  steps?: (page: Page, t: Translate, props: Props) => Promise<void>
}

/** Presses the first button with this name. */
export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click()

/** Presses the button with this text, and waits for the alert that this shows. */
export const pressForAlert =
  (text: TextKey) =>
  async (page: Page, t: Translate): Promise<void> => {
    await press(page, t(text))
    await page.getByRole('alert').waitFor()
  }
