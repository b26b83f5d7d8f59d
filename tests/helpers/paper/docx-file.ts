import { crc32, deflateRawSync } from 'node:zlib'

/**
 * Returns a Word document whose body is the given WordprocessingML, with pictures that it names as rId10,
 * rId11 and so on.
 */
export function docxFile(body: string, pictures: readonly Uint8Array[] = []): Buffer {
  const relations = pictures.map(
    (_, at) =>
      `<Relationship Id="rId${10 + at}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/image${at}.png"/>`,
  )
  const document = `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><w:body>${body}</w:body></w:document>`
  const styles = ['Heading 1', 'Heading 2'].map(
    (name) =>
      `<w:style w:type="paragraph" w:styleId="${name.replace(' ', '')}"><w:name w:val="${name.toLowerCase()}"/></w:style>`,
  )
  return zipFile([
    [
      '[Content_Types].xml',
      `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    ],
    [
      '_rels/.rels',
      `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    ],
    [
      'word/_rels/document.xml.rels',
      `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/>${relations.join('')}</Relationships>`,
    ],
    ['word/document.xml', document],
    [
      'word/styles.xml',
      `<?xml version="1.0"?><w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${styles.join('')}</w:styles>`,
    ],
    ...pictures.map((bytes, at) => [`word/media/image${at}.png`, bytes] as const),
  ])
}

/** Returns a paragraph of WordprocessingML; `properties` are inside its w:pPr. */
export const wordParagraph = (text: string, properties = ''): string =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`

/** Returns a paragraph with the picture of this relation. */
export const wordPicture = (relation: string): string =>
  `<w:p><w:r><w:drawing><wp:inline><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="${relation}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`

type Entry = readonly [
  name: string,
  content: string | Uint8Array,
  claimed?: number | undefined,
  folding?: 'deflated',
]

/** Returns a zip file of entries; `claimed` replaces an entry's uncompressed size with a false one. */
export function zipFile(entries: readonly Entry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content, claimed, folding] of entries) {
    const whole = Buffer.from(content as string)
    const bytes = folding ? deflateRawSync(whole) : whole
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(folding ? 8 : 0, 4)
    common.writeUInt32LE(crc32(whole), 10)
    common.writeUInt32LE(bytes.length, 14)
    common.writeUInt32LE(claimed ?? whole.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), bytes])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, tail, Buffer.from(name)]),
    )
    parts.push(local)
    at += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length % 65_536, 8)
  end.writeUInt16LE(entries.length % 65_536, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, listed, end])
}
