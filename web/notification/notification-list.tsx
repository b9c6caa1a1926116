import type { Notification } from '#contract/guest/notification.ts'
import { notificationsLink } from '#contract/links.ts'
import type { TextKey } from '#contract/text.ts'
import { useLive } from './live.ts'
import { useRootData } from '../site/use-root-data.ts'
import { useText } from '../ui/text.tsx'
import { Button } from '../ui/button.tsx'
import { useFormat } from '../ui/format.ts'
import { Form } from '../ui/form/form.tsx'
import { isFreeTimeOver, Lines, TypeIcon, NotificationLink } from './notification-parts.tsx'

/** All notifications of the guest, newest first. */
export function NotificationList({ documents }: { documents: Notification[] }) {
  const t = useText()
  const { time, fullDay } = useFormat()
  const { now } = useRootData()
  useLive('notifications')
  if (documents.length === 0) return <p className="text-muted">{t('notification.none')}</p>
  return (
    <>
      <ul className="grid grid-cols-[minmax(0,1fr)]">
        {documents.map((notification) => {
          const over = isFreeTimeOver(notification, now)
          return (
            <li
              key={notification.id}
              className="flex items-start gap-3 border-t border-line py-4 first:border-t-0 first:pt-0"
            >
              <TypeIcon type={notification.type} />
              <div className="min-w-0 grow break-words">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <strong className="min-w-0 font-semibold wrap-anywhere">{notification.title}</strong>
                  {notification.readAt === null && (
                    <span className="rounded-full bg-brand-soft px-3 py-0.5 text-sm font-medium text-on-brand-soft">
                      {t('notification.new')}
                    </span>
                  )}
                </p>
                <p className={over ? 'text-muted' : ''}>
                  <Lines body={notification.body} />
                </p>
                {over && <p className="font-medium">{t('notification.over')}</p>}
                <p className="text-sm text-muted">
                  <time dateTime={new Date(notification.createdAt).toISOString()}>
                    {t('format.dayAndTime', {
                      day: fullDay(notification.createdAt),
                      time: time(notification.createdAt),
                    })}
                  </time>
                </p>
                <Deliveries deliveries={notification.deliveries} />
                <NotificationLink notification={notification} over={over} />
              </div>
            </li>
          )
        })}
      </ul>
      {documents.some(({ readAt }) => readAt === null) && (
        <Form method="post" action={notificationsLink()} preventScrollReset>
          <Button tone="secondary">{t('notification.readAll')}</Button>
        </Form>
      )}
    </>
  )
}

const channelNames = {
  push: 'notification.channelPush',
  sms: 'notification.channelSms',
  mail: 'notification.channelMail',
} as const satisfies Record<string, TextKey>

/** On which channels it was sent, and when. A channel that could not be used is left out. */
function Deliveries({ deliveries }: Pick<Notification, 'deliveries'>) {
  const t = useText()
  const { part, time } = useFormat()
  const attempted = deliveries.filter(({ outcome }) => outcome !== 'none' && outcome !== 'limit')
  if (attempted.length === 0) return null
  return (
    <ul className="text-sm text-muted">
      {attempted.map(({ channel, outcome, at }) => (
        <li key={channel}>
          {t(
            outcome === 'ok'
              ? 'notification.sent'
              : outcome === 'uncertain' || outcome === 'slow'
                ? 'notification.perhaps'
                : 'notification.failed',
            {
              channel: t(channelNames[channel]),
              when: t('format.dayAndTime', {
                day: part(at, { day: 'numeric', month: 'short' }),
                time: time(at),
              }),
            },
          )}
        </li>
      ))}
    </ul>
  )
}
