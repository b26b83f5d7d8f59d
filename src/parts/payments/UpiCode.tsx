import { Text } from '@mantine/core'
import { toString as drawCode } from 'qrcode'
import { useEffect, useState } from 'react'
import { type UpiAsked, upiLink } from '#domain/money/upi.ts'
import classes from './payments.module.css'
import { PAYMENT_WORDS } from './words.ts'

const WORDS = PAYMENT_WORDS.dialog
const SHOWN = 160

export interface UpiCodeProps extends UpiAsked {
  /** The displayed amount. */
  shown: string
}

/** The QR code that a patient scans to pay exactly this amount. It is generated here and works offline. */
export function UpiCode({ shown, ...asked }: UpiCodeProps) {
  const link = upiLink(asked)
  const [picture, setPicture] = useState<{ link: string; url: string }>()
  useEffect(() => {
    let isOver = false
    // As SVG, so that a phone can read it at any screen size.
    drawCode(link, { type: 'svg', margin: 2 })
      .then((svg) => !isOver && setPicture({ link, url: `data:image/svg+xml,${encodeURIComponent(svg)}` }))
      .catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [link])
  return (
    <div className={classes.upi} role="status">
      {picture?.link === link && (
        <img src={picture.url} alt={WORDS.upi(shown)} width={SHOWN} height={SHOWN} />
      )}
      <Text size="sm">{WORDS.upiHint(shown, asked.upiId)}</Text>
    </div>
  )
}
