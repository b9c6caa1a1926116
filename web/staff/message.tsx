import { useLocation } from 'react-router'
import { dayLink } from '#contract/links.ts'
import type { TextKey } from '#contract/text.ts'
import { Outcome } from '../ui/outcome.tsx'
import { useText } from '../ui/text.tsx'

/** What has been done on the page before, by the key in the URL. */
const messagesByKey: Record<string, TextKey> = {
  saved: 'staffShell.saved',
  removed: 'staffShell.removed',
  invited: 'staffShell.invited',
  joined: 'staffShell.joined',
  enrolled: 'staffShell.enrolled',
}

/** What came of the action that led to this page; on the day's grid the focus stays with what is held. */
export function Message() {
  const t = useText()
  const { pathname, search, key } = useLocation()
  const name = new URLSearchParams(search).get('message') ?? ''
  const text = Object.hasOwn(messagesByKey, name) ? messagesByKey[name] : undefined
  return text ? (
    <div className="mx-auto w-full max-w-[72rem] px-4 pt-6 sm:px-6">
      <Outcome key={key} focus={pathname !== dayLink()}>
        {t(text)}
      </Outcome>
    </div>
  ) : null
}
