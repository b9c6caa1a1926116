import { Check, Copy } from 'lucide'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

/** How long the button says that it has copied. */
const COPIED_MS = 3_000

type CopyProps = {
  text: string
  /** What it copies. */ label: string
  copiedLabel: string
  /** `icon`: an icon until it says that it has copied. */ shape?: 'button' | 'link' | 'icon'
}

const classes = { button: '', link: 'px-0!', icon: 'text-current!' }

/** Copies a text to the clipboard, and says so. Needs scripts: without them it is not shown. */
export function CopyButton({ text, label, copiedLabel, shape = 'button' }: CopyProps) {
  const [copied, setCopied] = useState(0)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(0), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <span className="scripted no-print inline-block">
      <Button
        type="button"
        tone={shape === 'button' ? 'secondary' : 'quiet'}
        className={classes[shape]}
        aria-label={shape === 'icon' && !copied ? label : undefined}
        onClick={() =>
          // Refused where the page is not in front, for example: the text is there to be selected.
          void navigator.clipboard.writeText(text).then(
            () => setCopied((times) => times + 1),
            () => undefined,
          )
        }
      >
        <Icon of={copied ? Check : Copy} size={18} />
        {(copied || shape !== 'icon') && <span>{copied ? copiedLabel : label}</span>}
      </Button>
      <span role="status" className="sr-only">
        {copied ? copiedLabel : ''}
      </span>
    </span>
  )
}
