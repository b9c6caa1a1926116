import type { Output } from '#contract/calls.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Checkbox } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { inputClasses } from '#web/ui/form/input-classes.ts'
import { useFormat } from '#web/ui/format.ts'
import { useText } from '#web/ui/text.tsx'
import { ConfirmFirst } from './confirm-first.tsx'

type FeedCardProps = {
  feed: Output<'getFeed'>['feed']
  /** Whether the person performs services. */ performs: boolean
  /** Whether it may be made now. */ recent: boolean
  /** The address of one that was just made: it is shown only then. */ url: string | null
}

/** The person's visits in their own calendar, by an address that only they know. */
export function FeedCard({ feed, performs, recent, url }: FeedCardProps) {
  const t = useText()
  const { fullDay } = useFormat()
  return (
    <Card title={t('staffMe.feed')} lead={t(performs ? 'staffMe.feedLead' : 'staffMe.feedNobody')}>
      <div
        role="status"
        className={
          url ? 'grid justify-items-start gap-3 rounded bg-success-soft p-4 text-on-success-soft' : 'sr-only'
        }
      >
        {url && (
          <>
            <p className="font-medium">{t('staffMe.feedNew')}</p>
            <input
              id="feedUrl"
              aria-label={t('staffMe.feed')}
              className={inputClasses}
              value={url}
              readOnly
            />
            <CopyButton text={url} label={t('staffMe.feedCopy')} copiedLabel={t('staffMe.feedCopied')} />
          </>
        )}
      </div>
      {performs && (
        <p>{feed ? t('staffMe.feedSince', { date: fullDay(feed.createdAt) }) : t('staffMe.feedNone')}</p>
      )}
      {feed?.readAt != null && <p>{t('staffMe.feedRead', { date: fullDay(feed.readAt) })}</p>}
      {performs &&
        (recent ? (
          <Form method="post" className="grid justify-items-start gap-3">
            <input type="hidden" name="intent" value="feed" />
            <Checkbox
              name="withNames"
              label={t('staffMe.feedNames')}
              defaultChecked={feed?.withNames ?? false}
            />
            <Button tone="secondary">{t(feed ? 'staffMe.feedReplace' : 'staffMe.feedCreate')}</Button>
          </Form>
        ) : (
          <ConfirmFirst />
        ))}
      {feed && (
        <Form method="post">
          <input type="hidden" name="intent" value="removeFeed" />
          <Button tone="secondary">{t('staffMe.feedRemove')}</Button>
        </Form>
      )}
    </Card>
  )
}
