import type { ReactNode } from 'react'
import type { TextKey } from '#contract/text.ts'
import { providerLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormKey } from '#web/ui/form/form.tsx'
import { useRootData } from '#web/site/use-root-data.ts'

/**
 * Buttons for the tenant's identity providers; nothing if it has none. Native forms, since the redirects
 * cross hosts. Needs the texts of the area `provider`.
 */
export function ProviderButtons({ purpose, to }: { purpose: 'signIn' | 'signUp'; to: string }) {
  const t = useText()
  const providers = useRootData().brand.providers
  if (providers.length === 0) return null
  return (
    <div role="group" aria-label={t('provider.ways')} className="grid gap-3">
      {providers.flatMap((name) => {
        const known = buttons[name]
        return known
          ? [
              <form key={name} method="post" action={providerLink()}>
                <FormKey />
                <input type="hidden" name="provider" value={name} />
                <input type="hidden" name="purpose" value={purpose} />
                <input type="hidden" name="to" value={to} />
                <Button type="submit" tone="secondary" wide>
                  {known.mark}
                  <span>{t(known.text)}</span>
                </Button>
              </form>,
            ]
          : []
      })}
    </div>
  )
}

// Monochrome marks in the text colour: they keep their contrast in dark mode.
const buttons: Record<string, { text: TextKey; mark: ReactNode }> = {
  google: {
    text: 'provider.google',
    mark: (
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        className="size-5 shrink-0"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.6"
      >
        <path d="M18.6 6.2A8.7 8.7 0 1 0 20.7 12H12.4" />
      </svg>
    ),
  },
  facebook: {
    text: 'provider.facebook',
    mark: (
      <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5 shrink-0" fill="currentColor">
        <path d="M13.6 22v-8.6h2.9l.5-3.6h-3.4V7.6c0-1 .4-1.7 1.8-1.7h1.7V2.7A24 24 0 0 0 14.5 2.5c-2.7 0-4.5 1.6-4.5 4.6v2.7H7v3.6h3V22z" />
      </svg>
    ),
  },
}
