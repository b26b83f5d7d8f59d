import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { create, type QRCode } from 'qrcode'
import { afterEach, expect, test } from 'vitest'
import { UpiCode } from '#src/parts/payments/UpiCode.tsx'

afterEach(cleanup)

const MARGIN = 2
const ASKED = { upiId: 'clinic@okaxis', payee: 'Sanjeevani & Sons', note: 'V100412' }

/** Returns the dark modules of a code that is drawn as SVG strokes, by row. */
function modulesIn(svg: string): boolean[][] {
  const size = Number(/viewBox="0 0 (\d+) \d+"/.exec(svg)?.[1]) - 2 * MARGIN
  const dark = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  const strokes = /<path stroke="#000000" d="([^"]+)"/.exec(svg)?.[1] ?? ''
  let [x, y] = [0, 0]
  for (const [, step, first = '', second = ''] of strokes.matchAll(/([Mmh])(-?[\d.]+)(?: ?(-?[\d.]+))?/g)) {
    if (step === 'M') [x, y] = [Number(first), Number(second) - 0.5]
    else if (step === 'm') [x, y] = [x + Number(first), y + Number(second || 0)]
    else
      for (const end = x + Number(first); x < end; x += 1) {
        const row = dark[y - MARGIN]
        if (row) row[x - MARGIN] = true
      }
  }
  return dark
}

const rowsOf = ({ modules }: QRCode) =>
  Array.from({ length: modules.size }, (_, row) =>
    Array.from({ length: modules.size }, (_, column) => modules.get(row, column) === 1),
  )

async function shownCode(amount: string): Promise<boolean[][]> {
  const { unmount } = render(
    <MantineProvider env="test">
      <UpiCode {...ASKED} amount={amount} shown={`₹ ${amount}`} />
    </MantineProvider>,
  )
  const picture = await waitFor(() => screen.getByRole<HTMLImageElement>('img'))
  const svg = decodeURIComponent(picture.src.replace(/^data:image\/svg\+xml,/, ''))
  unmount()
  return modulesIn(svg)
}

test('the code requests exactly the paid amount, to the address of the branch, in rupees', async () => {
  const expected = 'upi://pay?pa=clinic@okaxis&pn=Sanjeevani%20%26%20Sons&am=1450.05&cu=INR&tn=V100412'
  expect(await shownCode('1450.05')).toEqual(rowsOf(create(expected, {})))
  // As an app reads it.
  const fields = new URL(expected).searchParams
  expect(Object.fromEntries(fields)).toEqual({
    pa: 'clinic@okaxis',
    pn: 'Sanjeevani & Sons',
    am: '1450.05',
    cu: 'INR',
    tn: 'V100412',
  })
})

test('another amount gives another code', async () => {
  expect(await shownCode('1450.06')).not.toEqual(await shownCode('1450.05'))
})
