import { inject } from 'vitest'
import { testEveryHost } from './kit/host-rules.ts'
import { sendHttp2 } from './kit/send-http2.ts'

testEveryHost('HTTP/2', inject('deployment').tlsPort, sendHttp2)
