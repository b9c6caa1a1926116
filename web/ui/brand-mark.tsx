import type { Brand, Mark } from '#contract/page.ts'

/** A logo, on white where its colours need that on a dark screen. */
export const Logo = ({ mark, alt, className }: { mark: Mark; alt: string; className: string }) => (
  <picture className="contents">
    {mark.dark && <source media="(prefers-color-scheme: dark)" srcSet={mark.dark} />}
    <img
      src={mark.src}
      alt={alt}
      width={mark.width}
      height="40"
      className={`object-contain ${mark.onWhite ? 'rounded-sm dark:bg-white dark:p-1' : ''} ${className}`}
    />
  </picture>
)

/** The name with the icon, or the logo: one that is wide contains the name. */
export const BrandMark = ({
  brand: { companyname, icon, mark },
}: {
  brand: Pick<Brand, 'companyname' | 'icon' | 'mark'>
}) => (
  <>
    {mark ? (
      <Logo mark={mark} alt={mark.wide ? companyname : ''} className="h-10 min-w-0" />
    ) : (
      <img src={icon} alt="" width="32" height="32" className="shrink-0 rounded-sm" />
    )}
    {!mark?.wide && <span className="line-clamp-2 leading-tight wrap-anywhere">{companyname}</span>}
  </>
)
