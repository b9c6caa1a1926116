import type { Locale } from '#domain/language.ts'
import { lockLink } from '#contract/links.ts'
import type { Brand, PageMetadata } from '#contract/page.ts'
import type { DeskDevice } from '#contract/staff/staff.ts'

type Props = {
  language: Locale
  brand: Brand
  metadata: PageMetadata | null
  nonce: string
  stylesheet: string
  /** Of a page of the salon's own site: its desk device. Such a page cannot be installed. */
  work: { desk: DeskDevice | null } | null
}

/**
 * The part of the head that only the first HTML needs. Hydration leaves it unchanged: React does not remove
 * elements of the head that it has not created.
 */
export function ServerHead({ language, brand, metadata, nonce, stylesheet, work }: Props) {
  const appIcon = work ? null : brand.appIcon
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={brand.theme.light} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={brand.theme.dark} />
      {brand.fonts.map((href) => (
        <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
      ))}
      <style href="brand" precedence="site" nonce={nonce}>
        {brand.css}
      </style>
      <style href="app" precedence="site" nonce={nonce}>
        {stylesheet}
      </style>
      {appIcon && <link rel="manifest" href={`/manifest.webmanifest?lang=${language}`} />}
      {appIcon && <link rel="apple-touch-icon" href={appIcon} />}
      {work?.desk && (
        <noscript>
          <meta httpEquiv="refresh" content={`${work.desk.lockMinutes * 60 + 5};url=${lockLink()}`} />
        </noscript>
      )}
      {metadata?.alternates.map(({ lang, href }) => (
        <link key={lang} rel="alternate" hrefLang={lang} href={href} />
      ))}
      {metadata?.properties.map(([property, content]) => (
        <meta key={`${property} ${content}`} property={property} content={content} />
      ))}
      {metadata && <meta name="twitter:card" content="summary_large_image" />}
      {metadata?.structuredData && (
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: metadata.structuredData }} />
      )}
      <script
        nonce={nonce}
        dangerouslySetInnerHTML={{ __html: clientHints(work ? { ...brand, shop: false } : brand) }}
      />
    </>
  )
}

/**
 * Runs before the first paint and marks on `<html>` what the server cannot know: scripts run, the browser
 * supports passkeys, the browser's clock shows another time than the tenant's, the cart is not empty. By
 * these marks the styles keep room for what hydration adds.
 */
const clientHints = ({ timeZone, shop }: Pick<Brand, 'timeZone' | 'shop'>): string => `{
const{dataset:d}=document.documentElement,z=${JSON.stringify(timeZone).replaceAll('<', '\\u003c')},n=new Date
const t=(timeZone)=>n.toLocaleString('en',{timeZone})
d.scripted=''
if('PublicKeyCredential'in window)d.passkeys=''
if(Intl.DateTimeFormat().resolvedOptions().timeZone!==z&&t(z)!==t())d.elsewhere=''${shop ? CART_HINT : ''}
}`

/** The cookie is written by `sendCartCount` (server/cart/owner.ts). */
const CART_HINT = `
if(/(?:^|; )(?:__Host-)?cartcount=[1-9]/.test(document.cookie))d.cart=''`
