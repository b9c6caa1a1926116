import type { IconNode } from 'lucide'

type IconProps = { of: IconNode; /** Pixels. */ size?: number; className?: string }

// As an HTML string: a page has a dozen icons, and the renderer would create an element for each of their
// shapes.
const markupByIcon = new WeakMap<IconNode, { __html: string }>()
function renderShapes(icon: IconNode): { __html: string } {
  const shapes = icon.map(
    ([tag, shape]) =>
      `<${tag} ${Object.entries(shape)
        .map(([name, value]) => `${name}="${value}"`)
        .join(' ')}/>`,
  )
  const markup = { __html: shapes.join('') }
  markupByIcon.set(icon, markup)
  return markup
}

/**
 * A Lucide icon in the colour of the surrounding text. Decorative: its meaning is in the text beside it or in
 * a label.
 */
export const Icon = ({ of, size = 24, className = '' }: IconProps) => (
  <svg
    aria-hidden="true"
    width={size}
    height={size}
    viewBox="0 0 24 24"
    className={`icon ${className}`.trim()}
    dangerouslySetInnerHTML={markupByIcon.get(of) ?? renderShapes(of)}
  />
)
