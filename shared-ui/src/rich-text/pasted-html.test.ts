import { Editor } from '@tiptap/react'
import { expect, test } from 'vitest'
import { readPastedHtml, readPastedText } from './pasted-html.ts'
import { richTextExtensions } from './rich-text-extensions.ts'

/** Clipboards as the programs write them, shortened, and the notes that they become. */
const clipboards: [program: string, html: string, note: string][] = [
  [
    'Word, text and a table',
    "<html xmlns:o=\"urn:schemas-microsoft-com:office:office\"><head><style><!-- p.MsoNormal, li.MsoNormal {margin:0in; font-family:\"Aptos\",sans-serif;} @page WordSection1 {size:8.5in 11.0in;} --></style></head><body lang=EN-US><!--StartFragment--><p class=MsoNormal><b>Called</b> the client<span style='mso-spacerun:yes'>&nbsp; </span>twice.<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><table class=MsoTableGrid border=1><tr style='mso-yfti-irow:0'><td width=100 style='width:233.75pt;border:solid windowtext 1.0pt'><p class=MsoNormal>Plan<o:p></o:p></p></td><td><p class=MsoNormal>Premium<o:p></o:p></p></td></tr><tr><td><p class=MsoNormal>Oscar</p></td><td><p class=MsoNormal><i>$474</i></p></td></tr></table><!--EndFragment--></body></html>",
    '<p><strong>Called</strong> the client twice.</p><p></p><p>Plan · Premium</p><p>Oscar · <em>$474</em></p>',
  ],
  [
    'Word, a list',
    "<p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>License<o:p></o:p></p><p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp; </span></span>Voided check</p><p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span>Call back</p>",
    '<ul><li><p>License</p></li><li><p>Voided check</p></li></ul><ol><li><p>Call back</p></li></ol>',
  ],
  [
    'Excel',
    '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style><!--table {mso-displayed-decimal-separator:"\\.";} td {padding-top:1px; font-weight:400;} .xl65 {font-weight:700;} .xl66 {mso-number-format:"Short Date";}--></style></head><body link="#0563C1"><table border=0 width=192><!--StartFragment--><col width=64 span=3><tr height=20 style=\'height:15.0pt\'><td height=20 class=xl65 width=64>Name</td><td class=xl65>DOB</td><td class=xl65>Premium</td></tr><tr><td>Ana</td><td class=xl66 align=right>1/2/1990</td><td align=right>12.50</td></tr><tr><td>Bo &amp; Co</td><td></td><td>$ 9</td></tr><!--EndFragment--></table></body></html>',
    '<p><strong>Name</strong> · <strong>DOB</strong> · <strong>Premium</strong></p><p>Ana · 1/2/1990 · 12.50</p><p>Bo &amp; Co · · $ 9</p>',
  ],
  [
    'Google Docs',
    '<meta charset=\'utf-8\'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span style="font-weight:400;white-space:pre-wrap">Visit</span></h2><p dir="ltr" style="line-height:1.38;text-align:center"><span style="font-size:11pt;font-weight:700;white-space:pre-wrap;">Bold</span><span style="font-weight:400;font-style:normal;text-decoration:none;"> plain </span><span style="font-style:italic">italic</span> <span style="text-decoration:underline">underlined</span><span style="text-decoration:line-through">gone</span></p><br><ul style="margin-top:0"><li dir="ltr" style="font-weight:400" aria-level="1"><p dir="ltr" role="presentation"><span>one</span></p></li><li><p>two</p></li></ul></b><br class="Apple-interchange-newline">',
    '<p>Visit</p><p data-align="center"><strong>Bold</strong> plain <em>italic</em> <u>underlined</u><s>gone</s></p><p></p><ul><li><p>one</p></li><li><p>two</p></li></ul>',
  ],
  [
    'Google Sheets',
    '<meta charset="utf-8"><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" data-sheets-root="1"><colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:21px;"><td style="font-weight:bold;" data-sheets-value="{}">Plan</td><td style="text-align:right;">12.50</td></tr><tr><td>Two<br/>lines</td><td style="font-style:italic;">x</td></tr></tbody></table>',
    '<p><strong>Plan</strong> · 12.50</p><p>Two lines · <em>x</em></p>',
  ],
  [
    'Outlook',
    '<html><body><div class="WordSection1"><div><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal"><b>From:</b> Ana Lee &lt;ana@example.com&gt; <br><b>Sent:</b> Monday<o:p></o:p></p></div></div><p class="MsoNormal">Hello,<o:p></o:p></p><p class="MsoNormal"><a href="https://example.com/plan"><span style="color:#0563C1">the plan</span></a></p></div></body></html>',
    '<p><strong>From:</strong> Ana Lee &lt;ana@example.com&gt;<br><strong>Sent:</strong> Monday</p><p>Hello,</p><p><a href="https://example.com/plan">the plan</a></p>',
  ],
  [
    'Apple Notes',
    '<!DOCTYPE html><html><head><meta http-equiv="Content-Style-Type" content="text/css"><style type="text/css">p.p1 {margin: 0.0px; font: 13.0px \'Helvetica Neue\'} span.s1 {text-decoration: underline} span.s2 {font-weight: bold}</style></head><body><p class="p1"><b>Called</b><span class="Apple-converted-space">&nbsp;</span>her</p><p class="p2"><br></p><ul class="ul1"><li class="li1"><span class="s1">card</span></li><li class="li1"><span class="s2">check</span></li></ul></body></html>',
    '<p><strong>Called</strong> her</p><p></p><ul><li><p><u>card</u></p></li><li><p><strong>check</strong></p></li></ul>',
  ],
  [
    'Gmail',
    '<div dir="ltr"><div>Hi Bo,</div><div><br></div><div>please <i>call</i><br></div><div>Ana <img data-emoji="🙂" alt="🙂" src="https://fonts.gstatic.com/1f642"></div></div><br><blockquote class="gmail_quote"><div>old</div></blockquote>',
    '<p>Hi Bo,</p><p></p><p>please <em>call</em></p><p>Ana 🙂</p><p></p><p>old</p>',
  ],
  [
    'LibreOffice',
    '<!DOCTYPE html><html><head><meta name="generator" content="LibreOffice 24.2"/><style type="text/css">p { line-height: 115%; background: transparent }</style></head><body lang="en-US" dir="ltr"><p align="right" style="line-height: 100%"><font face="Arial"><b>Due</b></font></p><table width="100%"><tr valign="top"><td><p>a</p></td><td><p>b</p></td></tr></table></body></html>',
    '<p data-align="right"><strong>Due</strong></p><p>a · b</p>',
  ],
  [
    'a web page',
    '<article><h1>Rates 2026</h1><p>From <strong>$12</strong>\n  a month.</p><script>alert(1)</script><dl><dt>Age</dt><dd>65</dd></dl><pre>a\nb</pre><span style="display:none">secret</span><p onclick="x()">Ask <a href="javascript:alert(1)">us</a></p></article>',
    '<p><strong>Rates 2026</strong></p><p>From <strong>$12</strong> a month.</p><p>Age</p><p>65</p><p>a<br>b</p><p>Ask us</p>',
  ],
  [
    'a mail in a layout table',
    '<table><tr><td><table><tr><td><p>Dear Ana</p><p>Your plan</p></td></tr></table></td></tr></table>',
    '<p>Dear Ana</p><p>Your plan</p>',
  ],
  ['blocks without paragraphs', '<div>a</div><div>b</div>', '<p>a</p><p>b</p>'],
  [
    'marks around blocks',
    '<strong><div>a</div><div>b</div></strong>',
    '<p><strong>a</strong></p><p><strong>b</strong></p>',
  ],
  ['words beside each other', 'one <b>two</b> <i>three</i>four', '<p>one <strong>two</strong> <em>three</em>four</p>'],
]

/** What the editor makes of it: the note as it is stored. */
function edited(html: string): string {
  const editor = new Editor({ extensions: richTextExtensions(''), content: html })
  const stored = editor.getHTML().replaceAll(' rel="noopener noreferrer"', '')
  editor.destroy()
  return stored
}

test.each(clipboards)(
  '[FN-03] given the clipboard of %s, when pasted, then cells, blocks and marks are kept',
  (_program, html, note) => {
    const pasted = readPastedHtml(html)
    expect(pasted).toEqual({ html: expect.any(String), pictures: 0 })
    expect(edited(pasted.html)).toBe(note)
  },
)

test('given pictures, when pasted, then they are counted, without those of one pixel', () => {
  const html =
    '<p>a<img src="data:image/png;base64,AA"></p><img src="file:///C:/a.png" width=200><img src="https://x/t" width="1" height="1">'
  expect(readPastedHtml(html)).toEqual({ html: '<p>a</p>', pictures: 2 })
})

test('given cells as plain text, when pasted, then they are parted', () => {
  expect(readPastedText('Ana\t1/2/1990\t12.50\n\tindented')).toBe('Ana · 1/2/1990 · 12.50\n\tindented')
})
