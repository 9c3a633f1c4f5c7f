/**
 * Written by scripts/secretRules.ts from config/gitleaks.toml of gitleaks v8.30.1, https://github.com/gitleaks/gitleaks,
 * copyright (c) 2019 Zachary Rice, MIT License (scripts/packaging/licences/gitleaks.txt). In each line: what it is, the bits
 * of each of its characters, whether a service's name stands beside it, words of which the text has one, and the pattern.
 */
export const gitleaksRules = String.raw`
token	3.8	alone	a3-	\bA3-[A-Z0-9]{6}-(?:(?:[A-Z0-9]{11})|(?:[A-Z0-9]{6}-[A-Z0-9]{5}))-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}\b
token	4	alone	ops_	ops_eyJ[a-zA-Z0-9+/]{250,1000}={0,3}
token	0	named	adafruit	(?:[aA][dD][aA][fF][rR][uU][iI][tT])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9_-]{32})(?![\w-])
token	2	alone	p8e-	\b(p8e-[a-zA-Z0-9]{32})(?![\w-])
token	0	alone	age-secret-key-1	AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}
token	0	named	airtable	(?:[aA][iI][rR][tT][aA][bB][lL][eE])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9]{17})(?![\w-])
token	0	alone	airtable	\b(pat[A-Za-z0-9]{14}\.[a-f0-9]{64})\b
token	0	named	algolia	(?:[aA][lL][gG][oO][lL][iI][aA])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9]{32})(?![\w-])
cloudKey	2	alone	ltai	\b(LTAI[a-zA-Z0-9]{20})(?![\w-])
cloudKey	2	named	alibaba	(?:[aA][lL][iI][bB][aA][bB][aA])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9]{30})(?![\w-])
modelKey	0	alone	sk-ant-admin01	\b(sk-ant-admin01-[a-zA-Z0-9_\-]{93}AA)(?![\w-])
modelKey	0	alone	sk-ant-api03	\b(sk-ant-api03-[a-zA-Z0-9_\-]{93}AA)(?![\w-])
token	4.5	alone	akcp	\bAKCp[A-Za-z0-9]{69}\b
token	4.5	alone	cmvmd	\bcmVmd[A-Za-z0-9]{59}\b
token	0	named	asana	(?:[aA][sS][aA][nN][aA])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9]{32})(?![\w-])
token	3.5	named	atlassian,confluence,jira,atatt3	(?:(?:ATLASSIAN|[Aa]tlassian)|(?:CONFLUENCE|[Cc]onfluence)|(?:JIRA|[Jj]ira))(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9]{20}[a-fA-F0-9]{4})(?:[\x60'"\s;]|\\[nNrR]|$)|\b([aA][tT][aA][tT][tT]3[a-zA-Z0-9_\-=]{186})(?![\w-])
token	2	alone	sc_,ext_,scauth_,authress_	\b((?:sc|ext|scauth|authress)_[a-zA-Z0-9]{5,30}\.[a-zA-Z0-9]{4,6}\.(?:acc)[_-][a-zA-Z0-9-]{10,32}\.[a-zA-Z0-9+/_=-]{30,120})(?![\w-])
cloudKey	3	alone	a3t,akia,asia,abia,acca	\b((?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16})\b
cloudKey	3	alone	absk	\b(ABSK[A-Za-z0-9+/]{109,269}={0,2})(?![\w-])
cloudKey	3	alone	q~	(?:^|[\\'"\x60\s>=:(,)])([a-zA-Z0-9_~.]{3}\dQ~[a-zA-Z0-9_~.-]{31,34})(?:$|[\\'"\x60\s<),])
token	0	named	beamer	(?:[bB][eE][aA][mM][eE][rR])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([bB]_[a-zA-Z0-9=_\-]{44})(?![\w-])
codeHostToken	0	named	bitbucket	(?:[bB][iI][tT][bB][uU][cC][kK][eE][tT])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9=_\-]{64})(?![\w-])
token	0	named	bittrex	(?:[bB][iI][tT][tT][rR][eE][xX])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9]{32})(?![\w-])
token	0	named	bittrex	(?:[bB][iI][tT][tT][rR][eE][xX])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9]{32})(?![\w-])
token	3	named	meraki	(?:(?:(?:[Mm]eraki|MERAKI))(?:[ \t\w.-]{0,20})[\s'"]{0,3})(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([0-9a-f]{40})(?![\w-])
token	3	alone	4b1d	\b(4b1d[A-Za-z0-9]{38})\b
codeHostToken	2	alone	clojars_	[cC][lL][oO][jJ][aA][rR][sS]_[a-zA-Z0-9]{60}
cloudKey	2	named	cloudflare	(?:[cC][lL][oO][uU][dD][fF][lL][aA][rR][eE])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9_-]{40})(?![\w-])
cloudKey	2	named	cloudflare	(?:[cC][lL][oO][uU][dD][fF][lL][aA][rR][eE])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-fA-F0-9]{37})(?![\w-])
cloudKey	2	alone	cloudflare,v1.0-	\b(v1\.0-[a-f0-9]{24}-[a-f0-9]{146})(?![\w-])
token	0	named	codecov	(?:[cC][oO][dD][eE][cC][oO][vV])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9]{32})(?![\w-])
modelKey	4	named	cohere,co_api_key	(?:(?:[cC][oO][hH][eE][rR][eE]|[cC][oO]_[aA][pP][iI]_[kK][eE][yY])(?:[ \t\w.-]{0,20})[\s'"]{0,3})(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9]{40})(?![\w-])
paymentKey	0	named	coinbase	(?:[cC][oO][iI][nN][bB][aA][sS][eE])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9_-]{64})(?![\w-])
token	0	named	confluent	(?:[cC][oO][nN][fF][lL][uU][eE][nN][tT])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9]{16})(?![\w-])
token	0	named	confluent	(?:[cC][oO][nN][fF][lL][uU][eE][nN][tT])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9]{64})(?![\w-])
token	0	named	contentful	(?:[cC][oO][nN][tT][eE][nN][tT][fF][uU][lL])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9=_\-]{43})(?![\w-])
token	3	alone	dapi	\b(dapi[a-f0-9]{32}(?:-\d)?)(?![\w-])
token	0	named	datadog	(?:[dD][aA][tT][aA][dD][oO][gG])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9]{40})(?![\w-])
token	0	named	dnkey	(?:[dD][nN][kK][eE][yY])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([dD][nN][kK][eE][yY]-[a-zA-Z0-9=_\-]{26}-[a-zA-Z0-9=_\-]{52})(?![\w-])
cloudKey	3	alone	doo_v1_	\b(doo_v1_[a-f0-9]{64})(?![\w-])
cloudKey	3	alone	dop_v1_	\b(dop_v1_[a-f0-9]{64})(?![\w-])
cloudKey	0	alone	dor_v1_	\b([dD][oO][rR]_[vV]1_[a-fA-F0-9]{64})(?![\w-])
chatToken	0	named	discord	(?:[dD][iI][sS][cC][oO][rR][dD])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-fA-F0-9]{64})(?![\w-])
chatToken	2	named	discord	(?:[dD][iI][sS][cC][oO][rR][dD])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9=_\-]{32})(?![\w-])
token	2	alone	dp.pt.	dp\.pt\.[a-zA-Z0-9]{43}
token	0	named	droneci	(?:[dD][rR][oO][nN][eE][cC][iI])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9]{32})(?![\w-])
token	0	named	dropbox	(?:[dD][rR][oO][pP][bB][oO][xX])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9]{15})(?![\w-])
token	0	named	dropbox	(?:[dD][rR][oO][pP][bB][oO][xX])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9]{11}([aA][aA][aA][aA][aA][aA][aA][aA][aA][aA])[a-zA-Z0-9\-_=]{43})(?![\w-])
token	0	named	dropbox	(?:[dD][rR][oO][pP][bB][oO][xX])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([sS][lL]\.[a-zA-Z0-9\-=_]{135})(?![\w-])
token	2	alone	duffel_	duffel_(?:test|live)_[a-zA-Z0-9_\-=]{43}
token	4	alone	dt0c01.	dt0c01\.[a-zA-Z0-9]{24}\.[a-zA-Z0-9]{64}
token	2	alone	ezak	\bEZAK[a-zA-Z0-9]{54}\b
token	2	alone	eztk	\bEZTK[a-zA-Z0-9]{54}\b
token	3	named	etsy	(?:(?:ETSY|[Ee]tsy))(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9]{24})(?![\w-])
token	3	alone	facebook	\b(\d{15,16}(\||%)[0-9a-zA-Z\-_]{27,40})(?![\w-])
token	4	alone	eaam,eaac	\b(EAA[MC][a-zA-Z0-9]{100,1000})(?![\w-])
token	3	named	facebook	(?:[fF][aA][cC][eE][bB][oO][oO][kK])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-fA-F0-9]{32})(?![\w-])
token	0	named	fastly	(?:[fF][aA][sS][tT][lL][yY])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9=_\-]{32})(?![\w-])
token	0	named	finicity	(?:[fF][iI][nN][iI][cC][iI][tT][yY])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-fA-F0-9]{32})(?![\w-])
token	0	named	finicity	(?:[fF][iI][nN][iI][cC][iI][tT][yY])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9]{20})(?![\w-])
token	0	named	finnhub	(?:[fF][iI][nN][nN][hH][uU][bB])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9]{20})(?![\w-])
token	0	named	flickr	(?:[fF][lL][iI][cC][kK][rR])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9]{32})(?![\w-])
paymentKey	2	alone	flwseck_test	FLWSECK_TEST-[a-hA-H0-9]{12}
paymentKey	2	alone	flwseck_test	FLWSECK_TEST-[a-hA-H0-9]{32}-[xX]
cloudKey	4	alone	fo1_,fm1,fm2_	\b((?:fo1_[\w-]{43}|fm1[ar]_[a-zA-Z0-9+\/]{100,1000}={0,3}|fm2_[a-zA-Z0-9+\/]{100,1000}={0,3}))(?![\w-])
token	0	alone	fio-u-	fio-u-[a-zA-Z0-9\-_=]{64}
token	0	named	freshbooks	(?:[fF][rR][eE][sS][hH][bB][oO][oO][kK][sS])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9]{64})(?![\w-])
cloudKey	4	alone	aiza	\b(AIza[\w-]{35})(?![\w-])
codeHostToken	3	alone	ghu_,ghs_	(?:ghu|ghs)_[0-9a-zA-Z]{36}
codeHostToken	3	alone	github_pat_	github_pat_\w{82}
codeHostToken	3	alone	gho_	gho_[0-9a-zA-Z]{36}
codeHostToken	3	alone	ghp_	ghp_[0-9a-zA-Z]{36}
codeHostToken	3	alone	ghr_	ghr_[0-9a-zA-Z]{36}
codeHostToken	3	alone	glcbt-	glcbt-[0-9a-zA-Z]{1,5}_[0-9a-zA-Z_-]{20}
codeHostToken	3	alone	gldt-	gldt-[0-9a-zA-Z_\-]{20}
codeHostToken	3	alone	glft-	glft-[0-9a-zA-Z_\-]{20}
codeHostToken	3	alone	glimt-	glimt-[0-9a-zA-Z_\-]{25}
codeHostToken	3	alone	glagent-	glagent-[0-9a-zA-Z_\-]{50}
codeHostToken	3	alone	gloas-	gloas-[0-9a-zA-Z_\-]{64}
codeHostToken	3	alone	glpat-	glpat-[\w-]{20}
codeHostToken	4	alone	glpat-	\bglpat-[0-9a-zA-Z_-]{27,300}\.[0-9a-z]{2}[0-9a-z]{7}\b
codeHostToken	3	alone	glptt-	glptt-[0-9a-f]{40}
codeHostToken	3	alone	gr1348941	GR1348941[\w-]{20}
codeHostToken	3	alone	glrt-	glrt-[0-9a-zA-Z_\-]{20}
codeHostToken	4	alone	glrt-	\bglrt-t\d_[0-9a-zA-Z_\-]{27,300}\.[0-9a-z]{2}[0-9a-z]{7}\b
codeHostToken	3	alone	glsoat-	glsoat-[0-9a-zA-Z_\-]{20}
codeHostToken	3	alone	_gitlab_session=	_gitlab_session=[0-9a-z]{32}
chatToken	0	named	gitter	(?:[gG][iI][tT][tT][eE][rR])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9_-]{40})(?![\w-])
paymentKey	0	named	live_,gocardless	(?:[gG][oO][cC][aA][rR][dD][lL][eE][sS][sS])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([lL][iI][vV][eE]_[a-zA-Z0-9\-_=]{40})(?![\w-])
token	3	alone	eyjrijoi	\b([eE][yY][jJ][rR][iI][jJ][oO][iI][a-zA-Z0-9]{70,400}={0,3})(?![\w-])
token	3	alone	glc_	\b([gG][lL][cC]_[a-zA-Z0-9+/]{32,400}={0,3})(?![\w-])
token	3	alone	glsa_	\b([gG][lL][sS][aA]_[a-zA-Z0-9]{32}_[a-fA-F0-9]{8})(?![\w-])
token	0	alone	pat.,sat.	(?:pat|sat)\.[a-zA-Z0-9_-]{22}\.[a-zA-Z0-9]{24}\.[a-zA-Z0-9]{20}
token	3.5	alone	atlasv1	[a-zA-Z0-9]{14}\.(?:atlasv1)\.[a-zA-Z0-9\-_=]{60,70}
cloudKey	0	named	heroku	(?:[hH][eE][rR][oO][kK][uU])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})(?![\w-])
cloudKey	4	alone	hrku-aa	\b((HRKU-AA[0-9a-zA-Z_-]{58}))(?![\w-])
token	0	named	hubspot	(?:[hH][uU][bB][sS][pP][oO][tT])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})(?![\w-])
modelKey	2	alone	hf_	\b(hf_(?:[a-zA-Z]{34}))(?![\w-])
modelKey	2	alone	api_org_	\b(api_org_(?:[a-zA-Z]{34}))(?![\w-])
token	3	alone	ico-	\b(ico-[a-zA-Z0-9]{32})(?![\w-])
token	0	named	intercom	(?:[iI][nN][tT][eE][rR][cC][oO][mM])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9=_\-]{60})(?![\w-])
token	3	alone	intra,s-s4t2ud-,s-s4t2af-	\b(s-s4t2(?:ud|af)-[aAbBcCdDeEfF0123456789]{64})(?![\w-])
token	0	named	jfrog,artifactory,bintray,xray	(?:[jJ][fF][rR][oO][gG]|[aA][rR][tT][iI][fF][aA][cC][tT][oO][rR][yY]|[bB][iI][nN][tT][rR][aA][yY]|[xX][rR][aA][yY])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9]{73})(?![\w-])
token	0	named	jfrog,artifactory,bintray,xray	(?:[jJ][fF][rR][oO][gG]|[aA][rR][tT][iI][fF][aA][cC][tT][oO][rR][yY]|[bB][iI][nN][tT][rR][aA][yY]|[xX][rR][aA][yY])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9]{64})(?![\w-])
token	0	named	kraken	(?:[kK][rR][aA][kK][eE][nN])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9\/=_\+\-]{80,90})(?![\w-])
token	0	named	kucoin	(?:[kK][uU][cC][oO][iI][nN])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-fA-F0-9]{24})(?![\w-])
token	0	named	kucoin	(?:[kK][uU][cC][oO][iI][nN])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})(?![\w-])
token	0	named	launchdarkly	(?:[lL][aA][uU][nN][cC][hH][dD][aA][rR][kK][lL][yY])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9=_\-]{40})(?![\w-])
token	2	alone	lin_api_	lin_api_[a-zA-Z0-9]{40}
token	2	named	linear	(?:[lL][iI][nN][eE][aA][rR])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-fA-F0-9]{32})(?![\w-])
token	2	named	linkedin,linked_in,linked-in	(?:[lL][iI][nN][kK][eE][dD][_-]?[iI][nN])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9]{16})(?![\w-])
token	0	named	test_,live_	(?:[lL][oO][bB])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}(([lL][iI][vV][eE]|[tT][eE][sS][tT])_[a-fA-F0-9]{35})(?![\w-])
token	0	named	looker	(?:[lL][oO][oO][kK][eE][rR])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9]{24})(?![\w-])
token	0	named	mailchimp	(?:[mM][aA][iI][lL][cC][hH][iI][mM][pP][sS][dD][kK].[iI][nN][iI][tT][iI][aA][lL][iI][zZ][eE]|[mM][aA][iI][lL][cC][hH][iI][mM][pP])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-fA-F0-9]{32}-[uU][sS]\d\d)(?![\w-])
token	0	named	mailgun	(?:[mM][aA][iI][lL][gG][uU][nN])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([kK][eE][yY]-[a-fA-F0-9]{32})(?![\w-])
token	0	named	mailgun	(?:[mM][aA][iI][lL][gG][uU][nN])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-hA-H0-9]{32}-[a-hA-H0-9]{8}-[a-hA-H0-9]{8})(?![\w-])
token	0	named	mapbox	(?:[mM][aA][pP][bB][oO][xX])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([pP][kK]\.[a-zA-Z0-9]{60}\.[a-zA-Z0-9]{22})(?![\w-])
chatToken	0	named	mattermost	(?:[mM][aA][tT][tT][eE][rR][mM][oO][sS][tT])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9]{26})(?![\w-])
token	4	alone	_mmk	\b([A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk)(?![\w-])
token	0	named	messagebird,message-bird,message_bird	(?:[mM][eE][sS][sS][aA][gG][eE][_-]?[bB][iI][rR][dD])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9]{25})(?![\w-])
chatToken	0	alone	webhook.office.com,webhookb2,incomingwebhook	https:\/\/[a-z0-9]{1,1000}\.webhook\.office\.com\/webhookb2\/[a-z0-9]{8}-([a-z0-9]{4}-){3}[a-z0-9]{12}@[a-z0-9]{8}-([a-z0-9]{4}-){3}[a-z0-9]{12}\/IncomingWebhook\/[a-z0-9]{32}\/[a-z0-9]{8}-([a-z0-9]{4}-){3}[a-z0-9]{12}
token	0	named	netlify	(?:[nN][eE][tT][lL][iI][fF][yY])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9=_\-]{40,46})(?![\w-])
token	0	named	nrjs-	(?:[nN][eE][wW]-[rR][eE][lL][iI][cC]|[nN][eE][wW][rR][eE][lL][iI][cC]|[nN][eE][wW]_[rR][eE][lL][iI][cC])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([nN][rR][jJ][sS]-[a-fA-F0-9]{19})(?![\w-])
token	0	named	nrii-	(?:[nN][eE][wW]-[rR][eE][lL][iI][cC]|[nN][eE][wW][rR][eE][lL][iI][cC]|[nN][eE][wW]_[rR][eE][lL][iI][cC])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([nN][rR][iI][iI]-[a-zA-Z0-9-]{32})(?![\w-])
token	0	named	nrak	(?:[nN][eE][wW]-[rR][eE][lL][iI][cC]|[nN][eE][wW][rR][eE][lL][iI][cC]|[nN][eE][wW]_[rR][eE][lL][iI][cC])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([nN][rR][aA][kK]-[a-zA-Z0-9]{27})(?![\w-])
token	4	alone	ntn_	\b(ntn_[0-9]{11}[A-Za-z0-9]{32}[A-Za-z0-9]{3})(?![\w-])
codeHostToken	2	alone	npm_	\b([nN][pP][mM]_[a-zA-Z0-9]{36})(?![\w-])
token	0	named	nytimes,new-york-times,newyorktimes	(?:[nN][yY][tT][iI][mM][eE][sS]|[nN][eE][wW]-[yY][oO][rR][kK]-[tT][iI][mM][eE][sS],|[nN][eE][wW][yY][oO][rR][kK][tT][iI][mM][eE][sS])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9=_\-]{32})(?![\w-])
token	3	alone	api-	\b(API-[A-Z0-9]{26})(?![\w-])
token	4	named	okta	(?:(?:(?:[Oo]kta|OKTA))(?:[ \t\w.-]{0,20})[\s'"]{0,3})(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}(00[\w=\-]{40})(?![\w-])
modelKey	3	alone	t3blbkfj	\b(sk-(?:proj|svcacct|admin)-(?:[A-Za-z0-9_-]{74}|[A-Za-z0-9_-]{58})T3BlbkFJ(?:[A-Za-z0-9_-]{74}|[A-Za-z0-9_-]{58})\b|sk-[a-zA-Z0-9]{20}T3BlbkFJ[a-zA-Z0-9]{20})(?![\w-])
token	3.5	alone	sha256~	\b(sha256~[\w-]{43})(?:[^\w-]|$)
modelKey	4	alone	pplx-	\b(pplx-[a-zA-Z0-9]{48})(?![\w-])
paymentKey	0	named	plaid	(?:[pP][lL][aA][iI][dD])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([aA][cC][cC][eE][sS][sS]-(?:[sS][aA][nN][dD][bB][oO][xX]|[dD][eE][vV][eE][lL][oO][pP][mM][eE][nN][tT]|[pP][rR][oO][dD][uU][cC][tT][iI][oO][nN])-[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})(?![\w-])
paymentKey	3.5	named	plaid	(?:[pP][lL][aA][iI][dD])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9]{30})(?![\w-])
token	3	alone	pscale_tkn_	\b(pscale_tkn_[\w=\.-]{32,64})(?![\w-])
token	3	alone	pscale_oauth_	\b(pscale_oauth_[\w=\.-]{32,64})(?![\w-])
token	3	alone	pscale_pw_	\b([pP][sS][cC][aA][lL][eE]_[pP][wW]_[\w=\.-]{32,64})(?![\w-])
token	3	alone	pmak-	\b(PMAK-[a-fA-F0-9]{24}\-[a-fA-F0-9]{34})(?![\w-])
token	2	alone	pnu_	\b(pnu_[a-zA-Z0-9]{36})(?![\w-])
modelKey	3	named	privateai,private_ai,private-ai	(?:(?:[pP][rR][iI][vV][aA][tT][eE][_-]?[aA][iI])(?:[ \t\w.-]{0,20})[\s'"]{0,3})(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-z0-9]{32})(?![\w-])
token	2	alone	pul-	\b(pul-[a-f0-9]{40})(?![\w-])
codeHostToken	3	alone	pypi-ageichlwas5vcmc	pypi-AgEIcHlwaS5vcmc[\w-]{50,1000}
token	0	named	rapidapi	(?:[rR][aA][pP][iI][dD][aA][pP][iI])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9_-]{50})(?![\w-])
token	2	alone	rdme_	\b(rdme_[a-z0-9]{70})(?![\w-])
codeHostToken	2	alone	rubygems_	\b(rubygems_[a-f0-9]{48})(?![\w-])
cloudKey	2	alone	tk-us-	\b(tk-us-[\w-]{48})(?![\w-])
token	0	named	sendbird	(?:[sS][eE][nN][dD][bB][iI][rR][dD])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-fA-F0-9]{40})(?![\w-])
token	2	alone	sg.	\b(SG\.[a-zA-Z0-9=_\-\.]{66})(?![\w-])
token	2	alone	xkeysib-	\b(xkeysib-[a-f0-9]{64}\-[a-zA-Z0-9]{16})(?![\w-])
token	3	named	sentry	(?:[sS][eE][nN][tT][rR][yY])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-fA-F0-9]{64})(?![\w-])
token	4.5	alone	sntrys_eyjpyxqio	\bsntrys_eyJpYXQiO[a-zA-Z0-9+/]{10,200}(?:LCJyZWdpb25fdXJs|InJlZ2lvbl91cmwi|cmVnaW9uX3VybCI6)[a-zA-Z0-9+/]{10,200}={0,2}_[a-zA-Z0-9+/]{43}(?:[^a-zA-Z0-9+/]|$)
token	3.5	alone	sntryu_	\b(sntryu_[a-f0-9]{64})(?![\w-])
token	3	alone	sm_aat	\b(sm_aat_[a-zA-Z0-9]{16})(?![\w-])
token	3	alone	sm_pat	\b(sm_pat_[a-zA-Z0-9]{16})(?![\w-])
token	3	alone	sm_sat	\b(sm_sat_[a-zA-Z0-9]{16})(?![\w-])
token	2	alone	shippo_	\b(shippo_(?:live|test)_[a-fA-F0-9]{40})(?![\w-])
token	2	alone	shpat_	shpat_[a-fA-F0-9]{32}
token	2	alone	shpca_	shpca_[a-fA-F0-9]{32}
token	2	alone	shppa_	shppa_[a-fA-F0-9]{32}
token	2	alone	shpss_	shpss_[a-fA-F0-9]{32}
token	0	named	bundle_enterprise__contribsys__com,bundle_gems__contribsys__com	(?:[bB][uU][nN][dD][lL][eE]_[eE][nN][tT][eE][rR][pP][rR][iI][sS][eE]__[cC][oO][nN][tT][rR][iI][bB][sS][yY][sS]__[cC][oO][mM]|[bB][uU][nN][dD][lL][eE]_[gG][eE][mM][sS]__[cC][oO][nN][tT][rR][iI][bB][sS][yY][sS]__[cC][oO][mM])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-fA-F0-9]{8}:[a-fA-F0-9]{8})(?![\w-])
token	0	alone	gems.contribsys.com,enterprise.contribsys.com	\b[hH][tT][tT][pP][sS]?:\/\/([a-fA-F0-9]{8}:[a-fA-F0-9]{8})@(?:[gG][eE][mM][sS].[cC][oO][nN][tT][rR][iI][bB][sS][yY][sS].[cC][oO][mM]|[eE][nN][tT][eE][rR][pP][rR][iI][sS][eE].[cC][oO][nN][tT][rR][iI][bB][sS][yY][sS].[cC][oO][mM])(?:[\/|\#|\?|:]|$)
chatToken	2	alone	xapp	[xX][aA][pP][pP]-\d-[a-zA-Z0-9]{1,1000}-\d{1,1000}-[a-zA-Z0-9]{1,1000}
chatToken	3	alone	xoxb	xoxb-[0-9]{10,13}-[0-9]{10,13}[a-zA-Z0-9-]{0,1000}
chatToken	2	alone	xoxe.xoxb-,xoxe.xoxp-	[xX][oO][xX][eE].[xX][oO][xX][bBpP]-\d-[a-zA-Z0-9]{163,166}
chatToken	2	alone	xoxe-	[xX][oO][xX][eE]-\d-[a-zA-Z0-9]{146}
chatToken	2	alone	xoxb	xoxb-[0-9]{8,14}-[a-zA-Z0-9]{18,26}
chatToken	2	alone	xoxo,xoxs	xox[os]-\d{1,1000}-\d{1,1000}-\d{1,1000}-[a-fA-F\d]{1,1000}
chatToken	2	alone	xoxa,xoxr	xox[ar]-(?:\d-)?[0-9a-zA-Z]{8,48}
chatToken	2	alone	xoxp-,xoxe-	xox[pe](?:-[0-9]{10,13}){3}-[a-zA-Z0-9-]{28,34}
chatToken	0	alone	hooks.slack.com	(?:https?:\/\/)?hooks.slack.com\/(?:services|workflows|triggers)\/[A-Za-z0-9+/]{43,56}
token	0	named	snyk	(?:[sS][nN][yY][kK][_.-]?(?:(?:[aA][pP][iI]|[oO][aA][uU][tT][hH])[_.-]?)?(?:[kK][eE][yY]|[tT][oO][kK][eE][nN]))(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})(?![\w-])
token	0	named	sonar	(?:[sS][oO][nN][aA][rR][_.-]?([lL][oO][gG][iI][nN]|[tT][oO][kK][eE][nN]))(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}((?:[sS][qQ][uU]_|[sS][qQ][pP]_|[sS][qQ][aA]_)?[a-zA-Z0-9=_\-]{40})(?![\w-])
paymentKey	2	alone	sq0atp-,eaaa	\b((?:EAAA|sq0atp-)[\w-]{22,60})(?![\w-])
token	0	named	squarespace	(?:[sS][qQ][uU][aA][rR][eE][sS][pP][aA][cC][eE])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})(?![\w-])
paymentKey	2	alone	sk_test,sk_live,sk_prod,rk_test,rk_live,rk_prod	\b((?:sk|rk)_(?:test|live|prod)_[a-zA-Z0-9]{10,99})(?![\w-])
token	3	named	sumo	(?:(?:[Ss]umo|SUMO))(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9]{64})(?![\w-])
chatToken	0	named	telegr	(?:[tT][eE][lL][eE][gG][rR])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([0-9]{5,16}:(?:A)[a-zA-Z0-9_\-]{34})(?![\w-])
token	0	named	travis	(?:[tT][rR][aA][vV][iI][sS])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9]{22})(?![\w-])
token	3	alone	sk	SK[0-9a-fA-F]{32}
token	0	named	twitch	(?:[tT][wW][iI][tT][cC][hH])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9]{30})(?![\w-])
token	0	named	twitter	(?:[tT][wW][iI][tT][tT][eE][rR])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9]{45})(?![\w-])
token	0	named	twitter	(?:[tT][wW][iI][tT][tT][eE][rR])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([0-9]{15,25}-[a-zA-Z0-9]{20,40})(?![\w-])
token	0	named	twitter	(?:[tT][wW][iI][tT][tT][eE][rR])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9]{25})(?![\w-])
token	0	named	twitter	(?:[tT][wW][iI][tT][tT][eE][rR])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9]{50})(?![\w-])
token	0	named	twitter	(?:[tT][wW][iI][tT][tT][eE][rR])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([aA]{22}[a-zA-Z0-9%]{80,100})(?![\w-])
token	0	named	tfp_	(?:[tT][yY][pP][eE][fF][oO][rR][mM])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([tT][fF][pP]_[a-zA-Z0-9\-_\.=]{59})(?![\w-])
token	4	alone	hvb.	\b(hvb\.[\w-]{138,300})(?![\w-])
cloudKey	0	named	yandex	(?:[yY][aA][nN][dD][eE][xX])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([tT]1\.[0-9a-zA-Z_-]{1,1000}[=]{0,2}\.[0-9a-zA-Z_-]{86}[=]{0,2})(?![\w-])
cloudKey	0	named	yandex	(?:[yY][aA][nN][dD][eE][xX])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([aA][qQ][vV][nN][a-zA-Z0-9_\-]{35,38})(?![\w-])
cloudKey	0	named	yandex	(?:[yY][aA][nN][dD][eE][xX])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([yY][cC][a-zA-Z0-9_\-]{38})(?![\w-])
token	0	named	zendesk	(?:[zZ][eE][nN][dD][eE][sS][kK])(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-zA-Z0-9]{40})(?![\w-])`;
