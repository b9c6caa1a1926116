import type { Page } from 'playwright-core'
import type { Translate } from '#contract/text.ts'
import { booking } from '../booking.ts'
import type { Props } from './props.ts'
import { press, type State } from './state.ts'

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

/** Cancelling and moving a visit by the links of its mail. */
export const visitStates: Record<string, State[]> = {
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
    { name: 'a time that has passed', path: movePath('free', '?start=1500000000000') },
    { name: 'moved', path: movePath('owing', '?done=1') },
    { name: 'moved, with its time before', path: movePath('owing', '?done=1790000000000') },
    { name: 'begun', path: movePath('past') },
    { name: 'cancelled', path: movePath('cancelled') },
    { name: 'not found', path: (_, language) => `/move/unknown/${language}`, status: 404 },
  ],
}
