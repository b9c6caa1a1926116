import { useEffect } from 'react'
import { useRootData } from '#web/site/use-root-data.ts'
import { buttonClasses, Spinner } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'

/** Leads to the provider's page. Replaces its own history entry: Back returns to the checkout. */
export function PaymentRedirect({ to }: { to: string }) {
  const t = useText()
  const { brand } = useRootData()
  useEffect(() => window.location.replace(to), [to])
  return (
    <div className="mx-auto w-full max-w-[32rem] px-4 pb-16 pt-6 sm:px-6 sm:pt-10">
      <title>{`${t('checkout.goTitle')} · ${brand.title}`}</title>
      <Heading>{t('checkout.goTitle')}</Heading>
      <p className="mt-4 flex items-center gap-3 text-lg">
        <span className="shrink-0">
          <Spinner />
        </span>
        <span>{t('checkout.goHint')}</span>
      </p>
      <p className="mt-6">
        <a href={to} className={buttonClasses('primary', false, undefined)}>
          {t('checkout.goButton')}
        </a>
      </p>
      <noscript>
        <meta httpEquiv="refresh" content={`0;url=${to}`} />
      </noscript>
    </div>
  )
}
